import { addDays, daysBetween } from '#lib/dates.ts'

/** Days off, or `isWorked`: days of a weekend that are worked instead. `to` is the last of them. */
export type HolidayLine = { from: string; to: string; isWorked: boolean }

const LINE = /^(\d{4}-\d{2}-\d{2})(?:\s*(?:至|到|~|～|—)\s*(\d{4}-\d{2}-\d{2}))?\s+(\S.{0,29})$/
const WORKED = '上班'
/** Days that one holiday may have: more is a slip of the pen. */
const MAX_DAYS = 16

const linesOf = (text: string) => text.split('\n').flatMap(line => line.trim() || [])
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day

function readLine(line: string): HolidayLine | undefined {
  const [, from, to = from, name] = line.match(LINE) ?? []
  if (!from || !to || !isDay(from) || !isDay(to) || to < from || daysBetween(from, to) >= MAX_DAYS) return
  return { from, to, isWorked: name === WORKED }
}

/** Reads days off and worked weekends as staff write them, a line each; skips what `holidayLinesFault` would name. */
export const holidayLinesIn = (text: string): HolidayLine[] => linesOf(text).flatMap(line => readLine(line) ?? [])

/** Returns the error message of such a list. */
export function holidayLinesFault(text: string): string | undefined {
  const wrong = linesOf(text).find(line => !readLine(line))
  if (wrong)
    return `“${wrong}”应为日期和名称，如 2026-10-01 至 2026-10-07 国庆节（最多 ${MAX_DAYS} 天），或 2026-10-10 上班`
}

/** The year to which a line belongs: New Year may begin in the old one. */
const yearOf = ({ to }: HolidayLine) => Number(to.slice(0, 4))

/** Years whose days off are known. */
export const yearsIn = (text: string): Set<number> =>
  new Set(holidayLinesIn(text).flatMap(line => (line.isWorked ? [] : yearOf(line))))

/** The days of the association's own list, and of years that it does not name those that the program knows. */
export function holidayDays(own: string) {
  const named = yearsIn(own)
  const lines = [...holidayLinesIn(own), ...holidayLinesIn(knownHolidays).filter(line => !named.has(yearOf(line)))]
  const daysOf = (some: HolidayLine[]) =>
    new Set(
      some.flatMap(({ from, to }) => Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i))),
    )
  return {
    holidays: daysOf(lines.filter(({ isWorked }) => !isWorked)),
    worked: daysOf(lines.filter(({ isWorked }) => isWorked)),
    years: new Set([...named, ...yearsIn(knownHolidays)]),
  }
}

/** As the General Office of the State Council has arranged them (国务院办公厅关于部分节假日安排的通知, one each year). */
export const knownHolidays = `2022-12-31 至 2023-01-02 元旦
2023-01-21 至 2023-01-27 春节
2023-04-05 清明节
2023-04-29 至 2023-05-03 劳动节
2023-06-22 至 2023-06-24 端午节
2023-09-29 至 2023-10-06 中秋节、国庆节
2023-01-28 上班
2023-01-29 上班
2023-04-23 上班
2023-05-06 上班
2023-06-25 上班
2023-10-07 上班
2023-10-08 上班
2024-01-01 元旦
2024-02-10 至 2024-02-17 春节
2024-04-04 至 2024-04-06 清明节
2024-05-01 至 2024-05-05 劳动节
2024-06-10 端午节
2024-09-15 至 2024-09-17 中秋节
2024-10-01 至 2024-10-07 国庆节
2024-02-04 上班
2024-02-18 上班
2024-04-07 上班
2024-04-28 上班
2024-05-11 上班
2024-09-14 上班
2024-09-29 上班
2024-10-12 上班
2025-01-01 元旦
2025-01-28 至 2025-02-04 春节
2025-04-04 至 2025-04-06 清明节
2025-05-01 至 2025-05-05 劳动节
2025-05-31 至 2025-06-02 端午节
2025-10-01 至 2025-10-08 国庆节、中秋节
2025-01-26 上班
2025-02-08 上班
2025-04-27 上班
2025-09-28 上班
2025-10-11 上班
2026-01-01 至 2026-01-03 元旦
2026-02-15 至 2026-02-23 春节
2026-04-04 至 2026-04-06 清明节
2026-05-01 至 2026-05-05 劳动节
2026-06-19 至 2026-06-21 端午节
2026-09-25 至 2026-09-27 中秋节
2026-10-01 至 2026-10-07 国庆节
2026-01-04 上班
2026-02-14 上班
2026-02-28 上班
2026-05-09 上班
2026-09-20 上班
2026-10-10 上班`
