import { type SQL, sql } from 'drizzle-orm'
import type { ChartTable } from '../../staffContract.ts'

/** What is counted: of a year, where it has one, and of a province, where one is chosen. */
export type Scope = { today: string; year: number; provinceCode?: string }

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
