import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { backupsToKeep as keep, keptUntil, type Rule } from './retention.ts'

const rule: Rule = { daily: 7, weekly: 4, monthly: 12 }
const backup = (day: string, isGood = true, time = '02:30') => ({ at: new Date(`${day}T${time}:00+08:00`), isGood })
/** A moment long after all backups of these tests: none is recent. */
const LATER = new Date('2030-01-01T00:00:00Z')
const backupsToKeep = <Backup extends { at: Date; isGood: boolean }>(
  backups: readonly Backup[],
  rule: Rule,
  now = LATER,
) => keep(backups, rule, now)
const days = (backups: Iterable<{ at: Date }>) => [...backups].map(({ at }) => dayOf(at)).sort()

/** A backup a day from `first` on, each followed by a pruning. */
function daily(first: string, count: number) {
  let all: ReturnType<typeof backup>[] = []
  for (let i = 0; i < count; i++) {
    all.push(backup(addDays(first, i)))
    const stay = backupsToKeep(all, rule)
    all = all.filter(one => stay.has(one))
  }
  return all
}

describe('of a backup a day', () => {
  test('after two years there are seven of days, four of weeks, twelve of months, each the last of its time', () => {
    // 2026-11-23 is a Monday.
    const left = days(daily('2024-11-24', 730))
    expect(left.at(-1)).toBe('2026-11-23')
    const months = '2025-12-31 2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31'
    const monthsAndWeeks = '2026-09-30 2026-10-31 2026-11-08 2026-11-15'
    const week = '2026-11-17 2026-11-18 2026-11-19 2026-11-20 2026-11-21 2026-11-22 2026-11-23'
    expect(left).toEqual(`${months} ${monthsAndWeeks} ${week}`.split(' '))
  })

  test('what is told of the future of each comes true', () => {
    const all = daily('2026-08-01', 100)
    const today = dayOf(all.at(-1)!.at)
    const until = keptUntil(all, rule, new Date(`${today}T04:00:00+08:00`))
    let left = [...all]
    for (let ahead = 1; left.some(one => all.includes(one)); ahead++) {
      const day = addDays(today, ahead)
      left.push(backup(day))
      const stay = backupsToKeep(left, rule)
      for (const one of left) if (all.includes(one) && !stay.has(one)) expect(until.get(one)).toBe(addDays(day, -1))
      left = left.filter(one => stay.has(one))
    }
  })
})

test('another backup of the same day does not end one before the day that was told of it', () => {
  const all = daily('2026-08-01', 100)
  const today = dayOf(all.at(-1)!.at)
  const until = keptUntil(all, rule, new Date(`${today}T04:00:00+08:00`))
  const more = [backup(today, true, '12:00'), backup(today, true, '18:00')]
  const stay = backupsToKeep([...all, ...more], rule)
  for (const one of all) if (until.get(one)! > today) expect(stay.has(one)).toBe(true)
})

test('whatever was made in the last 48 hours stays, and by hand in the last 30 days, however many there are', () => {
  const one = { daily: 1, weekly: 0, monthly: 0 }
  const made = (hoursAgo: number, isManual = false, isGood = true) => ({
    at: new Date(LATER.getTime() - hoursAgo * 3_600_000),
    isGood,
    isManual,
  })
  const [newest, bad, twoDays] = [made(1), made(20, false, false), made(47)]
  const [tooOld, byHand, byHandOld] = [made(49), made(29 * 24, true), made(31 * 24, true)]
  const all = [newest, bad, twoDays, tooOld, byHand, byHandOld]
  expect(backupsToKeep(all, one)).toEqual(new Set([newest, bad, twoDays, byHand]))
  const until = keptUntil([newest, byHand], one, LATER)
  expect([until.get(newest), until.get(byHand)]).toEqual(['2030-01-03', '2030-01-02'])
})

describe('nothing is removed for something worse', () => {
  test('as long as no newer one is good, all stay', () => {
    const bad = Array.from({ length: 30 }, (_, i) => backup(addDays('2026-11-01', i), false))
    expect(backupsToKeep(bad, rule).size).toBe(30)
    const old = backup('2026-10-01')
    expect(backupsToKeep([old, ...bad], rule).has(old)).toBe(true)
    expect(backupsToKeep([old, ...bad], rule).size).toBe(31)
    expect(days(backupsToKeep([old, ...bad, backup('2026-12-01')], rule))).toEqual(['2026-10-01', '2026-12-01'])
  })

  test('one of the newest days keeps all its good ones, an older one its last', () => {
    const [morning, noon, evening] = [
      backup('2026-11-20', true, '02:30'),
      backup('2026-11-20', true, '12:00'),
      backup('2026-11-20', false, '20:00'),
    ]
    expect(backupsToKeep([morning, noon, evening], rule)).toEqual(new Set([morning, noon, evening]))
    // 2026-11-15 is the last day of a week.
    const [early, late] = [backup('2026-11-15', true, '02:30'), backup('2026-11-15', true, '12:00')]
    const later = Array.from({ length: 7 }, (_, i) => backup(addDays('2026-11-16', i)))
    expect(backupsToKeep([early, late, ...later], rule)).toEqual(new Set([late, ...later]))
  })
})
