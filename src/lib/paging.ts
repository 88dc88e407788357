import { z } from 'zod'
import { int } from './form/fields.ts'

/** What every paged call takes: `pageNum` from 1, `pageSize` at most 100. */
export const paging = {
  pageNum: int.max(1000, '最多翻到第 1000 页，请缩小筛选范围').default(1),
  pageSize: int.max(100, '每页最多 100 条').default(10),
}

/** What every paged call answers. `total` is exact up to 10,000; beyond that it stays there and `more` is true. */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    list: z.array(row),
    total: z.int(),
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

export type Page<Row> = { list: Row[]; total: number; more?: boolean; pageNum: number; pageSize: number; pages: number }
type Asked = { pageNum: number; pageSize: number }

/** How far a list is counted; a reader never needs the exact size of a longer one. */
export const COUNT_LIMIT = 10_000

export const offset = ({ pageNum, pageSize }: Asked) => (pageNum - 1) * pageSize

/** The rows of a query that stand on the page that is asked for. */
export const onPage = <Rows>(asked: Asked, query: { limit(rows: number): { offset(rows: number): Rows } }): Rows =>
  query.limit(asked.pageSize).offset(offset(asked))

/** `counted`: to `limit`, and one more where there are more. */
export function toPage<Row>(
  list: Row[],
  counted: number,
  { pageNum, pageSize }: Asked,
  limit = COUNT_LIMIT,
): Page<Row> {
  const total = Math.min(counted, limit)
  const more = counted > limit ? { more: true } : {}
  return { list, total, ...more, pageNum, pageSize, pages: Math.ceil(total / pageSize) }
}
