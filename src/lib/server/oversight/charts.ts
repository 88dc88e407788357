import { type SQL, sql } from 'drizzle-orm'
import { byOrder, type Ordered } from '../../byOrder.ts'
import { addDays } from '../../dates.ts'
import type { Ctx } from '../api/context.ts'

/** A table that is also drawn: its rows under its series. Null: nothing to be said. */
export type ChartTable = {
  code: string
  title: string
  /** Explanation under the chart: what is counted, and as of when. */
  note: string
  kind: 'bars' | 'stacked' | 'lines'
  unit: string
  series: string[]
  rows: ChartRow[]
}

/** `routes`: for each value the list that it counts, or null where no list has exactly that. */
export type ChartRow = { name: string; values: (number | null)[]; routes: (string | null)[] }

/** Selection of figures: a year, for charts that have one, and a province if one is chosen. */
export type Scope = { today: string; year: number; provinceCode?: string }

type Charts = Ordered & { read: (ctx: Ctx, scope: Scope) => Promise<ChartTable[]> }

const all: Charts[] = []

/** Charts of the statistics. The module whose records are counted defines them. */
export function defineCharts(charts: Charts): void {
  all.push(charts)
}

/**
 * Reads one chart after the other: a viewer of figures occupies one connection and leaves the others to people at work.
 */
export async function readCharts(ctx: Ctx, scope: Scope): Promise<ChartTable[]> {
  const charts: ChartTable[] = []
  for (const { read } of all.toSorted(byOrder)) charts.push(...(await read(ctx, scope)))
  return charts
}

export const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1)

type ByMonth = { month: number } & Record<string, unknown>

type Series = {
  field: string
  /** The list of what was counted between these days. */
  route?: (from: string, to: string) => string
}

/** Twelve rows, of the year's months. What has no record counts nothing; of a month that has not begun nothing is said. */
export const monthly = ({ year, today }: Scope, rows: readonly ByMonth[], ...series: Series[]): ChartRow[] =>
  MONTHS.map(month => {
    const first = firstOf(year, month)
    const last = addDays(month === 12 ? firstOf(year + 1, 1) : firstOf(year, month + 1), -1)
    const row = rows.find(one => one.month === month)
    const isAhead = first > today
    return {
      name: `${month} 月`,
      values: series.map(({ field }) => (isAhead ? null : Number(row?.[field] ?? 0))),
      routes: series.map(({ route }) => (isAhead ? null : (route?.(first, last) ?? null))),
    }
  })

const firstOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`

/** A moment's month by the calendar of Shanghai. */
export const monthOf = (at: SQL | unknown) => sql`extract(month from ${at} at time zone 'Asia/Shanghai')::int`

/** Condition that a moment lies within the year, in a form that an index can serve. */
export const inYear = (at: unknown, year: number) =>
  sql`${at} >= ${`${year}-01-01T00:00:00+08:00`}::timestamptz and ${at} < ${`${year + 1}-01-01T00:00:00+08:00`}::timestamptz`
