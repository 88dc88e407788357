import { addDays, daysBetween, iso } from '#lib/dates.ts'

/** Half day on which attendance is recorded. `code`: day and half, `2026-05-12a`. */
export type Session = { code: string; day: string; half: 'morning' | 'afternoon' | 'evening' }

export const halfNames: Record<Session['half'], string> = { morning: '上午', afternoon: '下午', evening: '晚上' }

const letters: Record<Session['half'], string> = { morning: 'a', afternoon: 'b', evening: 'c' }
export const codeOf = (day: string, half: Session['half']) => `${day}${letters[half]}`

/** Mornings and afternoons from the first to the last day. */
export const sessionsOf = (from: string, to: string): Session[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i)).flatMap(day => [
    { code: `${day}a`, day, half: 'morning' },
    { code: `${day}b`, day, half: 'afternoon' },
  ])

/** 11月21日 上午 */
export function sessionName({ day, half }: Session): string {
  const [, month, date] = day.split('-').map(Number)
  return `${month}月${date}日 ${halfNames[half]}`
}

/** Hour at which each half day begins, by the last letter of its code. */
const START_HOURS: Record<string, string> = { a: '00', b: '12', c: '18' }

export const hasBegun = (code: string, now: Date) =>
  `${code.slice(0, 10)}T${START_HOURS[code.slice(10)] ?? '00'}` <= iso(now).slice(0, 13)
