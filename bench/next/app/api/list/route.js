import { listOf } from '../../../lib/data'

export async function GET(request) {
  const { searchParams } = new URL(request.url)
  return Response.json(await listOf(Number(searchParams.get('catalogId')), Number(searchParams.get('pageNum') ?? 1)))
}
