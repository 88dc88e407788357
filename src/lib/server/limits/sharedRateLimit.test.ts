import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { deleteIdleBuckets, sharedRateLimit } from './sharedRateLimit.ts'

setUpSite()

const at = (seconds: number, address = '192.0.2.1') => ({
  ...site.services,
  address,
  now: new Date(1_800_000_000_000 + seconds * 1000),
})

test('of many calls at once, in however many processes, no more get through than one may', async () => {
  // The two processes share nothing but the database.
  const processes = [
    sharedRateLimit('guess', { max: 5, per: 10_000 }),
    sharedRateLimit('guess', { max: 5, per: 10_000 }),
  ]
  const calls = Array.from({ length: 20 }, (_, n) =>
    processes[n % 2]!(at(0)).then(
      () => 'let',
      () => 'refused',
    ),
  )
  expect((await Promise.all(calls)).filter(result => result === 'let')).toHaveLength(5)
  await expect(processes[0]!(at(1.5))).rejects.toThrow('请 1 秒后再试')
  await processes[1]!(at(2))
  await expect(processes[0]!(at(2))).rejects.toThrow('操作过于频繁')
  await processes[0]!(at(2, '192.0.2.2'))
})

test('a call for none asks only whether any is left', async () => {
  const spend = sharedRateLimit('ask', { max: 1, per: 1000 })
  await spend(at(0), 0)
  await spend(at(0))
  await expect(spend(at(0), 0)).rejects.toThrow('操作过于频繁')
})

test('a clock that is set back gives nothing away, and what is a day old is forgotten', async () => {
  const spend = sharedRateLimit('clock', { max: 2, per: 1000 })
  await spend(at(10))
  await spend(at(0))
  await expect(spend(at(0))).rejects.toThrow('操作过于频繁')
  await deleteIdleBuckets(at(90_000))
  const { rowCount } = await site.services.db.execute('select 1 from allowance')
  expect(rowCount).toBe(0)
})

test('of IPv6 a /64 is counted as one, and a /48 more loosely, in all processes', async () => {
  const spend = sharedRateLimit('places', { max: 2, per: 1_000_000 })
  for (const host of [1, 2]) await spend(at(0, `2001:db8:1:1::${host}`))
  await expect(spend(at(0, '2001:db8:1:1::3'))).rejects.toThrow('操作过于频繁')
  for (const net of [2, 3, 4]) for (const host of [1, 2]) await spend(at(0, `2001:db8:1:${net}::${host}`))
  await expect(spend(at(0, '2001:db8:1:5::1'))).rejects.toThrow('操作过于频繁')
  await spend(at(0, '2001:db8:2:1::1'))
})
