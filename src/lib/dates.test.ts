import { describe, expect, test } from 'vitest'
import { addDays, dayOf, daysBetween, iso, longDay, minute, momentOfField, shortDay, startOf } from './dates.ts'

describe('the calendar of Shanghai', () => {
  test('begins its day at 16:00 of the day before in Greenwich', () => {
    expect(dayOf(new Date('2026-11-20T15:59:59.999Z'))).toBe('2026-11-20')
    expect(dayOf(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21')
    expect(startOf('2026-11-21').toISOString()).toBe('2026-11-20T16:00:00.000Z')
  })

  test('goes on over the ends of months and years', () => {
    expect([addDays('2024-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual([
      '2024-02-29',
      '2027-01-01',
      '2026-02-28',
    ])
    expect([daysBetween('2026-11-21', '2027-11-21'), daysBetween('2026-11-21', '2026-11-20')]).toEqual([365, -1])
  })

  test('is how a moment is sent and shown, to the second and to the minute', () => {
    const moment = new Date('2026-11-20T16:05:09.012Z')
    expect(iso(moment)).toBe('2026-11-21T00:05:09+08:00')
    expect(minute(iso(moment))).toBe('2026-11-21 00:05')
    expect(minute('2026-11-20T16:05:09Z')).toBe('2026-11-21 00:05')
    expect([shortDay(iso(moment)), shortDay('2026-11-21')]).toEqual(['2026-11-21', '2026-11-21'])
    expect([longDay('2026-11-20T16:05:09Z'), longDay('2026-01-02')]).toEqual(['2026年11月21日', '2026年1月2日'])
    expect([momentOfField('2026-11-21T00:05'), momentOfField(iso(moment)), momentOfField(undefined)]).toEqual([
      '2026-11-21T00:05:00+08:00',
      '2026-11-21T00:05:00+08:00',
      '',
    ])
    expect([shortDay('2026-11-20T16:05:09Z'), shortDay('')]).toEqual(['2026-11-21', ''])
  })
})
