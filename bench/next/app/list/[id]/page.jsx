import Link from 'next/link'
import { listOf } from '../../../lib/data'
import { Rows } from '../../rows'

export default async function List({ params, searchParams }) {
  const [{ id }, { page = '1' }] = await Promise.all([params, searchParams])
  const { list, total, column } = await listOf(Number(id), Number(page))
  return (
    <>
      <h1>{column.name}</h1>
      <form>
        <input name="key" placeholder="标题或正文" />
        <button type="submit">查找</button>
      </form>
      <Rows of={list} />
      <p>共 {total} 篇</p>
      <Link href={`/list/${id}?page=${Number(page) + 1}`}>下一页</Link>
    </>
  )
}
