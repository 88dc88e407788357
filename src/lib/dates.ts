/** The association's calendar is Asia/Shanghai, whatever the server's zone. China has no summer time: always +08:00. */
const OFFSET = 8 * 3_600_000
const DAY = 86_400_000

/** The calendar day in Shanghai, `2026-11-21`. */
export const dayOf = (moment: Date) => new Date(moment.getTime() + OFFSET).toISOString().slice(0, 10)
/** Midnight in Shanghai at which that day begins. */
export const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`)
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** The month, `2026-11`, before this one. */
export const previousMonth = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)
/** The last day of a month, `2026-11`: four days after the 28th it is the next one. */
export const lastDayOfMonth = (month: string) => addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)

/** What a field of a day with a time holds, without an offset, as JSON carries it; empty stays empty. */
export const momentOfField = (typed: unknown): string => (typed ? `${String(typed).slice(0, 16)}:00+08:00` : '')

/** The moment as JSON carries it: ISO 8601 with Shanghai's offset. */
export const iso = (moment: Date) => new Date(moment.getTime() + OFFSET).toISOString().replace(/\.\d+Z$/, '+08:00')

/** 2026年11月21日, of a day or of a moment in JSON: how sentences, the facts of a page, messages and papers say a day. */
export function longDay(value: string) {
  const [year, month, day] = shortDay(value).split('-').map(Number)
  return `${year}年${month}月${day}日`
}

/**
 * `2026-11-21`, of a day or of a moment in JSON, which says it already where it was written by `iso`: how rows, tables,
 * fields and the facts of the back office say a day, always with its year.
 */
export function shortDay(value: string): string {
  if (value.length <= 10 || value.endsWith('+08:00')) return value.slice(0, 10)
  return dayOf(new Date(value))
}
/** `2026-11-21 09:05`, of a moment in JSON, everywhere. */
export const minute = (value: string) =>
  new Date(Date.parse(value) + OFFSET).toISOString().slice(0, 16).replace('T', ' ')
