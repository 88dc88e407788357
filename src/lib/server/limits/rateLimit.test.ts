import { expect, test } from 'vitest'
import { limit } from './rateLimit.ts'

const at = (seconds: number, address = '192.0.2.1') => ({ address, now: new Date(1_800_000_000_000 + seconds * 1000) })
const times = (count: number, act: () => void) => Array.from({ length: count }, act)

test('what is left after a burst comes back one by one', () => {
  const spend = limit('burst', { max: 5, per: 10_000 })
  times(5, () => spend(at(0)))
  expect(() => spend(at(0))).toThrow('请 2 秒后再试')
  expect(() => spend(at(1.9))).toThrow('操作过于频繁')
  spend(at(2))
  expect(() => spend(at(2))).toThrow('操作过于频繁')
})

test('after a pause there is the full measure and not more', () => {
  const spend = limit('pause', { max: 3, per: 1000 })
  times(3, () => spend(at(0)))
  times(3, () => spend(at(60)))
  expect(() => spend(at(60))).toThrow('操作过于频繁')
})

test('addresses and purposes do not use up each other’s', () => {
  const [one, other] = [limit('one', { max: 1, per: 1000 }), limit('other', { max: 1, per: 1000 })]
  one(at(0))
  one(at(0, '2001:db8::1'))
  other(at(0))
  expect(() => one(at(0))).toThrow('操作过于频繁')
})

test('a clock that is set back gives nothing away and takes nothing', () => {
  const spend = limit('clock', { max: 2, per: 1000 })
  spend(at(10))
  spend(at(0))
  expect(() => spend(at(0))).toThrow('操作过于频繁')
})

test('by account, what somebody does counts from wherever it is done, and nobody else’s', () => {
  const spend = limit('account', { max: 1, per: 1000, by: 'account' })
  const by = (accountId: number, address?: string) => ({
    ...at(0, address),
    actor: { kind: 'person' as const, accountId, userName: '', tokenHash: '', permissions: [] },
  })
  spend(by(1))
  spend(by(2))
  expect(() => spend(by(1, '192.0.2.2'))).toThrow('操作过于频繁')
})

test('a call may count for several, and one for none asks only whether any is left', () => {
  const spend = limit('several', { max: 600, per: 600_000 })
  spend(at(0), undefined, 500)
  expect(() => spend(at(0), undefined, 300)).toThrow('请 4 分钟后再试')
  spend(at(0), undefined, 100)
  expect(() => spend(at(0), undefined, 0)).toThrow('请 1 秒后再试')
  spend(at(1), undefined, 0)
  spend(at(1))
})

test('addresses of one /64 are one place, and a /48 has four times as much', () => {
  const spend = limit('places', { max: 5, per: 10_000 })
  times(5, () => spend(at(0, '2001:db8:1:1::1')))
  for (const neighbour of ['2001:db8:1:1::2', '2001:db8:1:1:ffff:ffff:ffff:ffff'])
    expect(() => spend(at(0, neighbour))).toThrow('操作过于频繁')
  for (const own of [2, 3, 4]) times(5, () => spend(at(0, `2001:db8:1:${own}::1`)))
  expect(() => spend(at(0, '2001:db8:1:5::1'))).toThrow('操作过于频繁')
  spend(at(0, '2001:db8:2:1::1'))
  times(5, () => spend(at(0, '192.0.2.9')))
  expect(() => spend(at(0, '::ffff:192.0.2.9'))).toThrow('操作过于频繁')
})

test('what the whole site may do is counted from wherever', () => {
  const spend = limit('all', { max: 2, per: 1000, by: 'site' })
  spend(at(0))
  spend(at(0, '192.0.2.2'))
  expect(() => spend(at(0, '192.0.2.3'))).toThrow('操作过于频繁')
})
