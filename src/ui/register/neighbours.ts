import type { Total } from '#lib/paging.ts'
import type { RegisterPage } from '#lib/register/register.ts'

type Row = { id: number }
export type PageOf = (query: URLSearchParams) => Promise<RegisterPage<Row>>
export type Neighbour = { id: number; name: string; list: string }
export type Place = { n: number; of: Total; previous?: Neighbour; next?: Neighbour }

/**
 * Finds the position of a record in a list and its neighbours, on adjacent pages, too; undefined if it is no longer in
 * the list.
 */
export async function placeIn(pageOf: PageOf, list: string, id: number): Promise<Place | undefined> {
  const pageAt = async (pageNum?: number) => {
    const query = new URLSearchParams(list)
    if (pageNum) query.set('pageNum', String(pageNum))
    const page = await pageOf(query)
    const rows = page.list.map(row => ({
      id: row.id,
      name: row.cells[page.columns[0]?.key ?? ''] ?? '',
      list: `?${query}`,
    }))
    return { ...page, rows }
  }
  const { rows, ...page } = await pageAt()
  const { pageNum, pageSize, pages } = page
  const at = rows.findIndex(row => row.id === id)
  if (at === -1) return
  const isFirst = at === 0 && pageNum > 1
  const isLast = at === rows.length - 1 && pageNum < pages
  return {
    n: (pageNum - 1) * pageSize + at + 1,
    of: page,
    previous: isFirst ? (await pageAt(pageNum - 1)).rows.at(-1) : rows[at - 1],
    next: isLast ? (await pageAt(pageNum + 1)).rows[0] : rows[at + 1],
  }
}
