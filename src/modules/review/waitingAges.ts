import { addDays } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import { type WorkingCalendar, workingDaysBetween } from '#lib/workingDays.ts'

/** How long an application has waited in its state, in working days. `until`: at most so many. */
const ages = {
  today: { name: '今天', until: 0 },
  days3: { name: '1 至 3 个工作日', until: 3 },
  days7: { name: '4 至 7 个工作日', until: 7 },
  days15: { name: '8 至 15 个工作日', until: 15 },
  older: { name: '15 个工作日以上', until: Number.POSITIVE_INFINITY },
}
export type WaitingAge = keyof typeof ages
export const waitingAges = typedKeys(ages)
export const nameOfAge = (age: WaitingAge) => ages[age].name

/** Days of entering a state that have this age today, both included. `from` null: since ever; `to` null: until now. */
export type SinceDays = { from: string | null; to: string | null }

export function daysOfAge(calendar: WorkingCalendar, age: WaitingAge, today: string): SinceDays {
  const before = waitingAges[waitingAges.indexOf(age) - 1]
  const { until } = ages[age]
  return {
    from: until === Number.POSITIVE_INFINITY ? null : firstDay(calendar, until, today),
    to: before ? addDays(firstDay(calendar, ages[before].until, today), -1) : null,
  }
}

/** The earliest day since which at most `count` working days have passed. */
function firstDay(calendar: WorkingCalendar, count: number, today: string): string {
  let day = today
  while (workingDaysBetween(calendar, addDays(day, -1), today) <= count) day = addDays(day, -1)
  return day
}
