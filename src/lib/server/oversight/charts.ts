import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../api/context.ts'

/** A table that is also drawn: its rows under its series. Null: nothing to be said. */
export type ChartTable = {
  code: string
  title: string
  /** What is counted, and as of when. */
  note: string
  kind: 'bars' | 'stacked' | 'lines'
  unit: string
  series: string[]
  rows: { name: string; values: (number | null)[] }[]
}

/** What is counted: of a year, where it has one, and of a province, where one is chosen. */
export type Scope = { today: string; year: number; provinceCode?: string }

type ReadCharts = (ctx: Ctx, scope: Scope) => Promise<ChartTable[]>

const all: ReadCharts[] = []

/** Charts of the statistics. The module whose records are counted defines them; they stand in the order of definition. */
export function defineCharts(read: ReadCharts): void {
  all.push(read)
}

/** One after the other: whoever looks at figures takes one connection, and leaves the others to who works. */
export async function readCharts(ctx: Ctx, scope: Scope): Promise<ChartTable[]> {
  const charts: ChartTable[] = []
  for (const read of all) charts.push(...(await read(ctx, scope)))
  return charts
}

export const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1)

type ByMonth = { month: number } & Record<string, unknown>

/** Twelve rows, of the year's months; what has no record counts nothing. */
export const monthly = (rows: readonly ByMonth[], ...fields: string[]): ChartTable['rows'] =>
  MONTHS.map(month => {
    const row = rows.find(one => one.month === month)
    return { name: `${month} 月`, values: fields.map(field => Number(row?.[field] ?? 0)) }
  })

/** A moment's month by the calendar of Shanghai. */
export const monthOf = (at: SQL | unknown) => sql`extract(month from ${at} at time zone 'Asia/Shanghai')::int`

/** Whether a moment is within the year, as an index can tell. */
export const inYear = (at: unknown, year: number) =>
  sql`${at} >= ${`${year}-01-01T00:00:00+08:00`}::timestamptz and ${at} < ${`${year + 1}-01-01T00:00:00+08:00`}::timestamptz`
