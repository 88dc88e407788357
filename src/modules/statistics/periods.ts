import { lastDayOfMonth } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'

/** Periods of reporting, written 2026-03, 2026-Q1, 2026-H1 and 2026; in this form they sort by time. */
export const frequencyNames = { month: '月', quarter: '季', half: '半年', year: '年' } as const
export type Frequency = keyof typeof frequencyNames
export const frequencies = typedKeys(frequencyNames)

const MONTHS: Record<Frequency, number> = { month: 1, quarter: 3, half: 6, year: 12 }
const PATTERNS: Record<Frequency, RegExp> = {
  month: /^(20\d{2})-(0[1-9]|1[0-2])$/,
  quarter: /^(20\d{2})-Q([1-4])$/,
  half: /^(20\d{2})-H([12])$/,
  year: /^(20\d{2})$/,
}

export const isPeriod = (frequency: Frequency, period: string) => PATTERNS[frequency].test(period)

/** Number of the period since the year 0. */
function indexOf(frequency: Frequency, period: string): number {
  const [, year, part = '1'] = period.match(PATTERNS[frequency]) ?? []
  if (!year) throw new Error(`${period} is no ${frequency}`)
  return (Number(year) * 12) / MONTHS[frequency] + Number(part) - 1
}

function periodAt(frequency: Frequency, index: number): string {
  const each = 12 / MONTHS[frequency]
  const [year, part] = [Math.floor(index / each), (index % each) + 1]
  if (frequency === 'year') return String(year)
  return `${year}-${frequency === 'month' ? String(part).padStart(2, '0') : (frequency === 'quarter' ? 'Q' : 'H') + part}`
}

export const shiftPeriod = (frequency: Frequency, period: string, by: number) =>
  periodAt(frequency, indexOf(frequency, period) + by)
export const previousPeriod = (frequency: Frequency, period: string) => shiftPeriod(frequency, period, -1)
export const samePeriodLastYear = (frequency: Frequency, period: string) =>
  shiftPeriod(frequency, period, -12 / MONTHS[frequency])

/** The period that a day lies in. */
export function periodOf(frequency: Frequency, day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return periodAt(frequency, Math.floor((year * 12 + month - 1) / MONTHS[frequency]))
}

/** Last day of the period. */
export function endOfPeriod(frequency: Frequency, period: string): string {
  const month = (indexOf(frequency, period) + 1) * MONTHS[frequency] - 1
  return lastDayOfMonth(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`)
}

/** Periods from one to another, both included, at most `max` of the last. */
export function periodsBetween(frequency: Frequency, from: string, to: string, max = 240): string[] {
  const [first, last] = [indexOf(frequency, from), indexOf(frequency, to)]
  const start = Math.max(first, last - max + 1)
  return Array.from({ length: Math.max(0, last - start + 1) }, (_, i) => periodAt(frequency, start + i))
}

/** 2026 年 3 月, 2026 年第 1 季度, 2026 年上半年, 2026 年. */
export function periodName(period: string): string {
  const [year, part = ''] = period.split('-')
  if (part.startsWith('Q')) return `${year} 年第 ${part.slice(1)} 季度`
  if (part.startsWith('H')) return `${year} 年${part === 'H1' ? '上' : '下'}半年`
  return part ? `${year} 年 ${Number(part)} 月` : `${year} 年`
}
