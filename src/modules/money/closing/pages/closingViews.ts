import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

export type Day = Output<ApiContract['GET /staff/closing/day']>
export type Entry = Output<ApiContract['GET /staff/closing/entries']>['list'][number]
export type Closed = Output<ApiContract['GET /staff/closing/list']>['list'][number]
export type MonthReport = Output<ApiContract['GET /staff/closing/month']>

/** The screen of one day. */
export const dayPath = (day: string) => `/staff/closing?${new URLSearchParams({ day })}`

/** Number of past months to choose from. */
const MAX_MONTHS = 36

/** The months up to that day's, the newest first. */
export function monthsUpTo(day: string): { code: string; name: string }[] {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return Array.from({ length: MAX_MONTHS }, (_, back) => {
    const of = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
    return { code: of, name: `${of.slice(0, 4)} 年 ${Number(of.slice(5))} 月` }
  })
}
