import { z } from 'zod'
import { int } from './form/fields.ts'

export const paging = {
  pageNum: int.max(1000, '最多翻到第 1000 页，请缩小筛选范围').default(1),
  pageSize: int.max(100, '每页最多 100 条').default(10),
}

/**
 * Output of every paged call. `total` is exact except for long lists: an estimate if `isEstimate`, a lower bound if
 * `more`.
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

export const paged = <Filters extends z.ZodRawShape, Row extends z.ZodType>(filters: Filters, row: Row) => ({
  input: z.object({ ...filters, ...paging }),
  output: page(row),
})

/** Row count of a list: exact, estimated, or a lower bound. */
export type Count = number | { about: number } | { over: number }
export type Total = { total: number; isEstimate?: boolean; more?: boolean }
export type Page<Row> = Total & { list: Row[]; pageNum: number; pageSize: number; pages: number }
type PageRequest = { pageNum: number; pageSize: number }

export const offset = ({ pageNum, pageSize }: PageRequest) => (pageNum - 1) * pageSize

/** The rows of a query that stand on the page that is asked for. */
export const limitToPage = <Rows>(
  asked: PageRequest,
  query: { limit(rows: number): { offset(rows: number): Rows } },
): Rows => query.limit(asked.pageSize).offset(offset(asked))

/** Maximum number of rows that can be paged through; beyond that users narrow the list or export it as a workbook. */
export const MAX_PAGED_ROWS = 10_000

export function toPage<Row>(list: Row[], count: Count, { pageNum, pageSize }: PageRequest): Page<Row> {
  const end = (pageNum - 1) * pageSize + list.length
  const pagesOf = (rows: number) => Math.ceil(Math.min(rows, MAX_PAGED_ROWS) / pageSize)
  if (typeof count === 'number') return { list, total: count, pageNum, pageSize, pages: pagesOf(count) }
  if ('over' in count) return { list, total: count.over, more: true, pageNum, pageSize, pages: pagesOf(count.over) }
  // A last page that is not full gives the exact total.
  if (list.length > 0 && list.length < pageSize) return { list, total: end, pageNum, pageSize, pages: pagesOf(end) }
  // Corrects the estimate: after a full page there may be another, after an empty one there is none.
  const pages = pagesOf(list.length > 0 ? Math.max(count.about, end + 1) : Math.min(count.about, end))
  return { list, total: count.about, isEstimate: true, pageNum, pageSize, pages }
}
