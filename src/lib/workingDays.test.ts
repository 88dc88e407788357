import { describe, expect, test } from 'vitest'
import { holidayDays, holidayLinesFault, knownHolidays } from '#modules/settings/holidayLines.ts'
import { addWorkingDays, calendarWith, weekendsOff, workingDaysBetween } from './workingDays.ts'

describe('without holidays', () => {
  test('weekends do not count, wherever the term begins', () => {
    expect(addWorkingDays(weekendsOff, '2026-11-20', 1)).toBe('2026-11-23')
    expect(addWorkingDays(weekendsOff, '2026-11-21', 1)).toBe('2026-11-23')
    expect(addWorkingDays(weekendsOff, '2026-11-16', 4)).toBe('2026-11-20')
    expect(addWorkingDays(weekendsOff, '2026-11-20', 10)).toBe('2026-12-04')
    expect(addWorkingDays(weekendsOff, '2026-11-21', 0)).toBe('2026-11-21')
    expect(workingDaysBetween(weekendsOff, '2026-11-20', '2026-11-22')).toBe(0)
    expect(workingDaysBetween(weekendsOff, '2026-11-20', '2026-11-23')).toBe(1)
    expect(workingDaysBetween(weekendsOff, '2026-11-16', '2026-11-27')).toBe(9)
    expect(workingDaysBetween(weekendsOff, '2026-11-20', '2026-11-19')).toBe(0)
  })
})

describe('as the State Council has arranged them', () => {
  const calendarOf = (own: string) => {
    const { holidays, worked } = holidayDays(own)
    return calendarWith(holidays, worked)
  }
  const known = calendarOf('')

  test('five working days from the eve of the National Day end after the holiday, a worked Saturday counting', () => {
    // 2026: off from 1 to 7 October, Saturday 10 October is worked.
    expect(addWorkingDays(known, '2026-09-30', 5)).toBe('2026-10-13')
    expect(workingDaysBetween(known, '2026-09-30', '2026-10-07')).toBe(0)
    expect(workingDaysBetween(known, '2026-10-08', '2026-10-11')).toBe(2)
    // 2023: 中秋 and 国庆 together, both days of the weekend after them worked.
    expect(workingDaysBetween(known, '2023-09-28', '2023-10-06')).toBe(0)
    expect(workingDaysBetween(known, '2023-10-06', '2023-10-08')).toBe(2)
  })

  test('a New Year that begins in the old year belongs to the new one', () => {
    expect(known.isOff('2023-01-02')).toBe(true)
    const own = calendarOf('2022-10-01 至 2022-10-07 国庆节')
    expect(own.isOff('2022-10-03')).toBe(true)
    expect(own.isOff('2023-01-02')).toBe(true)
  })

  test('the association’s own list counts for the years that it names, the known ones for the others', () => {
    const own = calendarOf('2026-10-01 至 2026-10-03 国庆节\n2027-01-01 元旦')
    expect(own.isOff('2026-10-05')).toBe(false)
    expect(own.isOff('2026-10-10')).toBe(true)
    expect(own.isOff('2027-01-01')).toBe(true)
    expect(own.isOff('2025-10-08')).toBe(true)
  })

  test('a line that is none is named, and how it should read', () => {
    expect(holidayLinesFault(knownHolidays)).toBeUndefined()
    for (const wrong of [
      '10月1日 国庆节',
      '2026-02-30 元旦',
      '2026-10-07 至 2026-10-01 国庆节',
      '2026-10-01',
      '2026-01-01 至 2026-12-31 放假',
    ])
      expect(holidayLinesFault(`2026-01-01 元旦\n${wrong}`), wrong).toContain(`“${wrong}”应为`)
  })
})
