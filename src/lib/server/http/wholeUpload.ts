import { invalid } from '#lib/error.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import type { Upload } from '../api/context.ts'

/** What was uploaded, of what is only looked at and not kept; `megabytes`: at most. */
export async function wholeUpload({ stream }: Upload, megabytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > megabytes * MEGABYTE) throw invalid(`文件不能超过 ${megabytes} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
