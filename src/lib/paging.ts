import { z } from 'zod'
import { int } from './form/fields.ts'

/** What every paged call takes: `pageNum` from 1, `pageSize` at most 100. */
export const paging = {
  pageNum: int.max(1000, '最多翻到第 1000 页，请缩小筛选范围').default(1),
  pageSize: int.max(100, '每页最多 100 条').default(10),
}

/**
 * What every paged call answers. `total` is exact but for long lists: an estimate where `isEstimate` is true, and where
 * `more` is true there are more than that.
 */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    list: z.array(row),
    total: z.int(),
    isEstimate: z.boolean().optional(),
    more: z.boolean().optional(),
    pageNum: z.int(),
    pageSize: z.int(),
    pages: z.int(),
  })

/** What a paged list takes, its filters and the page, and what it answers. */
export const paged = <Filters extends z.ZodRawShape, Row extends z.ZodType>(filters: Filters, row: Row) => ({
  input: z.object({ ...filters, ...paging }),
  output: page(row),
})

/** How many rows a list has: exactly, about, or more than so many. */
export type Count = number | { about: number } | { over: number }
export type Total = { total: number; isEstimate?: boolean; more?: boolean }
export type Page<Row> = Total & { list: Row[]; pageNum: number; pageSize: number; pages: number }
type Asked = { pageNum: number; pageSize: number }

export const offset = ({ pageNum, pageSize }: Asked) => (pageNum - 1) * pageSize

/** The rows of a query that stand on the page that is asked for. */
export const onPage = <Rows>(asked: Asked, query: { limit(rows: number): { offset(rows: number): Rows } }): Rows =>
  query.limit(asked.pageSize).offset(offset(asked))

/** How far one can turn the pages of a long list: whoever looks further narrows it, or takes it out as a workbook. */
export const REACH = 10_000

export function toPage<Row>(list: Row[], count: Count, { pageNum, pageSize }: Asked): Page<Row> {
  const end = (pageNum - 1) * pageSize + list.length
  const pagesOf = (rows: number) => Math.ceil(Math.min(rows, REACH) / pageSize)
  if (typeof count === 'number') return { list, total: count, pageNum, pageSize, pages: pagesOf(count) }
  if ('over' in count) return { list, total: count.over, more: true, pageNum, pageSize, pages: pagesOf(count.over) }
  // On its last page a list says itself how long it is.
  if (list.length > 0 && list.length < pageSize) return { list, total: end, pageNum, pageSize, pages: pagesOf(end) }
  // Whatever was expected: after a full page there may be another, after an empty one there is none.
  const pages = pagesOf(list.length > 0 ? Math.max(count.about, end + 1) : Math.min(count.about, end))
  return { list, total: count.about, isEstimate: true, pageNum, pageSize, pages }
}
