import { afterAll, describe, expect, test } from 'vitest'
import { courseStatus, daysToApply } from './courseStatus.ts'

const zone = process.env.TZ
afterAll(() => {
  process.env.TZ = zone
})

const course = {
  applyFrom: new Date('2026-11-01T09:00:00+08:00'),
  applyUntil: new Date('2026-11-20T23:59:59.999+08:00'),
  startsOn: '2026-12-01',
  endsOn: '2026-12-05',
  resultsAt: null,
  cancelledAt: null,
  quota: 40,
  enrolled: 39,
}
const at = (moment: string, changes: Partial<Parameters<typeof courseStatus>[0]> = {}) =>
  courseStatus({ ...course, ...changes }, new Date(moment))

describe.each([
  ['Asia/Shanghai', -480],
  ['UTC', 0],
  ['America/Los_Angeles', 480],
  ['Pacific/Kiritimati', -840],
])('on a server in %s', (name, minutes) => {
  test('a course follows its dates, at midnight in Shanghai', () => {
    process.env.TZ = name
    expect(new Date('2026-12-01T00:00:00Z').getTimezoneOffset()).toBe(minutes)
    expect([
      at('2026-11-01T08:59:59.999+08:00'),
      at('2026-11-01T09:00:00+08:00'),
      at('2026-11-20T23:59:30+08:00'),
      at('2026-11-20T23:59:59.999+08:00'),
      at('2026-11-21T00:00:00+08:00'),
      at('2026-11-30T23:59:59.999+08:00'),
      at('2026-12-01T00:00:00+08:00'),
      at('2026-12-05T23:59:59.999+08:00'),
      at('2026-12-06T00:00:00+08:00'),
    ]).toEqual(['notOpen', 'open', 'open', 'open', 'closed', 'closed', 'running', 'running', 'ended'])
  })

  test('the days that are left are those of the calendar in Shanghai', () => {
    process.env.TZ = name
    const left = (moment: string) => daysToApply(course, new Date(moment))
    expect(left('2026-11-18T23:59:59+08:00')).toBe(2)
    expect(left('2026-11-19T00:00:00+08:00')).toBe(1)
    expect(left('2026-11-20T00:00:00+08:00')).toBe(0)
    expect(left('2026-11-20T23:59:59+08:00')).toBe(0)
  })
})

test('a course whose last place is taken is full, but only while one might apply', () => {
  for (const enrolled of [40, 41]) {
    expect(at('2026-10-31T12:00:00+08:00', { enrolled })).toBe('notOpen')
    expect(at('2026-11-10T12:00:00+08:00', { enrolled })).toBe('full')
    expect(at('2026-11-25T12:00:00+08:00', { enrolled })).toBe('closed')
  }
})

test('a deadline after the first day does not keep a course open that has begun', () => {
  expect(at('2026-12-02T12:00:00+08:00', { applyUntil: new Date('2026-12-31T23:59:59+08:00') })).toBe('running')
})

test('on its first day one may apply until the enrolment ends', () => {
  const applyUntil = new Date('2026-12-01T23:59:59+08:00')
  expect(at('2026-12-01T09:00:00+08:00', { applyUntil })).toBe('open')
  expect(at('2026-12-01T09:00:00+08:00', { applyUntil, enrolled: 40 })).toBe('full')
  expect(at('2026-12-01T12:00:00+08:00', { applyUntil: new Date('2026-12-01T11:59:59+08:00') })).toBe('running')
  expect(at('2026-12-02T00:00:00+08:00', { applyUntil })).toBe('running')
})

test('results are announced from their moment on, not before', () => {
  const resultsAt = new Date('2026-12-20T10:00:00+08:00')
  expect(at('2026-12-20T09:59:59.999+08:00', { resultsAt })).toBe('ended')
  expect(at('2026-12-20T10:00:00+08:00', { resultsAt })).toBe('announced')
})

test('a course that was cancelled is nothing else, whatever its dates', () => {
  const changes = {
    cancelledAt: new Date('2026-11-10T12:00:00+08:00'),
    resultsAt: new Date('2026-12-20T10:00:00+08:00'),
  }
  expect(at('2026-11-10T11:59:59.999+08:00', changes)).toBe('open')
  for (const moment of ['2026-11-10T12:00:00+08:00', '2026-12-02T12:00:00+08:00', '2027-01-01T00:00:00+08:00'])
    expect(at(moment, changes)).toBe('cancelled')
})
