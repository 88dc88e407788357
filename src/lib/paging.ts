import { z } from 'zod'
import { int } from './form/fields.ts'

export const paging = {
  pageNum: int.max(1000, '最多翻到第 1000 页，请缩小筛选范围').default(1),
  pageSize: int.max(100, '每页最多 100 条').default(10),
}

/**
 * Output of every paged call. `total` is exact up to `MAX_COUNTED_ROWS`; with `more` there are more than `total`.
 */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    list: z.array(row),
    total: z.int(),
    more: z.boolean().optional(),
    pageNum: z.int(),
    pageSize: z.int(),
    pages: z.int(),
  })

export const paged = <Filters extends z.ZodRawShape, Row extends z.ZodType>(filters: Filters, row: Row) => ({
  input: z.object({ ...filters, ...paging }),
  output: page(row),
})

/** Row count of a list: exact, or a number that is exceeded. */
export type Count = number | { over: number }
export type Total = { total: number; more?: boolean }
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
/** Maximum number of rows that are counted: as many as can be paged through. */
export const MAX_COUNTED_ROWS = MAX_PAGED_ROWS

export function toPage<Row>(list: Row[], count: Count, { pageNum, pageSize }: PageRequest): Page<Row> {
  const total = typeof count === 'number' ? count : count.over
  const pages = Math.ceil(Math.min(total, MAX_PAGED_ROWS) / pageSize)
  return { list, total, ...(typeof count !== 'number' && { more: true }), pageNum, pageSize, pages }
}
