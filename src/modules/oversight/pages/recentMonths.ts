import { dayOf, previousMonth } from '#lib/dates.ts'

const COUNT = 24

/** The current month and those before it, as choices. */
export function recentMonths() {
  const months = [dayOf(new Date()).slice(0, 7)]
  while (months.length < COUNT) months.push(previousMonth(months.at(-1)!))
  return months.map(month => ({ code: month, name: month }))
}
