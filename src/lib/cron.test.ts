import { expect, test } from 'vitest'
import { cronInWords, nextTime } from './cron.ts'

test.each([
  ['* * * * *', '每分钟'],
  ['*/5 * * * *', '每 5 分钟'],
  ['15 * * * *', '每小时第 15 分'],
  ['5 0 * * *', '每天 00:05'],
  ['0 9 * * 1', '每周一 09:00'],
  ['30 3 1 * *', '每月 1 日 03:30'],
  ['0 9 1-5 * *', '0 9 1-5 * *'],
])('%s is said as %s', (cron, words) => expect(cronInWords(cron)).toBe(words))

test.each([
  ['* * * * *', '2026-11-21T10:00:30+08:00', '2026-11-21T10:01:00+08:00'],
  ['5 0 * * *', '2026-11-21T00:05:00+08:00', '2026-11-22T00:05:00+08:00'],
  ['0 9 * * *', '2026-12-31T23:00:00+08:00', '2027-01-01T09:00:00+08:00'],
  ['*/20 8-9 * * *', '2026-11-21T09:40:00+08:00', '2026-11-22T08:00:00+08:00'],
  ['0 9 * * 1', '2026-11-21T10:00:00+08:00', '2026-11-23T09:00:00+08:00'],
  ['0 3 29 2 *', '2027-03-01T00:00:00+08:00', '2028-02-29T03:00:00+08:00'],
])('%s after %s is due at %s', (cron, after, due) => expect(nextTime(cron, new Date(after))).toEqual(new Date(due)))

test('what is never due has no next time', () => {
  expect(nextTime('0 3 30 2 *', new Date())).toBeNull()
})
