import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { weekendsOff, workingDaysBetween } from '#lib/workingDays.ts'
import { daysOfAge, waitingAges } from './waitingAges.ts'

test.each(['2026-11-30', '2026-11-29', '2026-11-27'])('each day before %s has exactly one age', today => {
  const limits = [0, 3, 7, 15, Number.POSITIVE_INFINITY]
  for (let back = 0; back < 60; back++) {
    const day = addDays(today, -back)
    const found = waitingAges.filter(age => {
      const { from, to } = daysOfAge(weekendsOff, age, today)
      return (from === null || day >= from) && (to === null || day <= to)
    })
    const waited = workingDaysBetween(weekendsOff, day, today)
    expect(found, day).toEqual([waitingAges[limits.findIndex(limit => waited <= limit)]])
  }
})
