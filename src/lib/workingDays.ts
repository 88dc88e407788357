import { addDays } from './dates.ts'

/** Tells days off from working days: weekends, holidays, and weekends that are worked for a holiday. */
export type WorkingCalendar = { isOff: (day: string) => boolean }

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** A calendar with weekends alone. */
export const weekendsOff: WorkingCalendar = { isOff: isWeekend }

export const calendarWith = (holidays: ReadonlySet<string>, worked: ReadonlySet<string>): WorkingCalendar => ({
  isOff: day => holidays.has(day) || (isWeekend(day) && !worked.has(day)),
})

/** The day on which `count` working days after `day` are over. */
export function addWorkingDays({ isOff }: WorkingCalendar, day: string, count: number): string {
  let end = day
  for (let left = count; left > 0; ) {
    end = addDays(end, 1)
    if (!isOff(end)) left--
  }
  return end
}

/** Counts the working days after `from` up to and including `to`. */
export function workingDaysBetween({ isOff }: WorkingCalendar, from: string, to: string): number {
  let days = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (!isOff(day)) days++
  return days
}
