import { expect, test } from 'vitest'
import { type CertificateEvent, statusOn } from './status.ts'
import { lastStatusChange, verdictOf } from './verdict.ts'

const dates = { issuedOn: '2024-03-01', validFrom: '2024-03-05', validTo: '2028-03-04' as string | null }
const event = (kind: CertificateEvent['kind'], effectiveOn: string, reason = '') => ({ kind, effectiveOn, reason })
const suspended = event('suspended', '2025-06-01', '未报年度报告')

const told = (day: string, events = [event('issued', '2024-03-01')], of = dates) =>
  verdictOf(statusOn(of, events, day).status, of, events, day).join(' · ')

test('the answer is one line: the state, then until when, or since when and why', () => {
  expect(told('2024-03-04')).toBe('尚未生效 · 2024-03-05 起有效')
  expect(told('2025-01-01')).toBe('有效 · 2028-03-04 到期')
  expect(told('2025-01-01', [], { ...dates, validTo: null })).toBe('有效 · 长期')
  expect(told('2028-01-04')).toBe('有效 · 60 天后到期')
  expect(told('2028-03-04')).toBe('有效 · 当天到期')
  expect(told('2028-03-05')).toBe('已过期 · 2028-03-04 到期')
  expect(told('2025-06-01', [suspended])).toBe('已暂停 · 自 2025-06-01 · 未报年度报告')
  expect(told('2026-06-25', [event('revoked', '2026-06-25', '提供虚假业绩')])).toBe(
    '已撤销 · 自 2026-06-25 · 提供虚假业绩',
  )
  expect(told('2026-06-25', [event('cancelled', '2026-06-20')])).toBe('已注销 · 自 2026-06-20')
  expect(told('2026-06-25', [event('replaced', '2026-06-20', '换证')])).toBe('已被替代 · 自 2026-06-20 · 换证')
})

test('of several events the one that made it so counts, and none that only remarks or is still to come', () => {
  const events = [suspended, event('corrected', '2025-06-02'), event('revoked', '2025-07-01', '造假')]
  expect(lastStatusChange(events, '2025-06-30')).toBe(suspended)
  expect(lastStatusChange(events, '2025-07-01')!.reason).toBe('造假')
  expect(lastStatusChange(events, '2025-05-31')).toBeUndefined()
  expect(lastStatusChange([suspended, event('resumed', '2025-06-09')], '2025-07-01')).toBeUndefined()
})
