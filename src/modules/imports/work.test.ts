import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { until } from '#test/support/site.ts'
import { claimBatch, keepAlive } from './server/batchWork.ts'
import { importBatch } from './server/tables.ts'
import { HEARTBEAT_TIMEOUT_MS, stateOf } from './states.ts'

setUpSite({ demo: true })
afterEach(() => void vi.useRealTimers())

test('a file that is long in being read does not count as given up', async () => {
  const { db } = site.services
  const [admin] = await db.select().from(account).where(eq(account.userName, 'admin'))
  const about = { kind: 'persons', fileName: '人员.xlsx', createdByName: '关毅', createdBy: admin!.id }
  const [added] = await db.insert(importBatch).values(about).returning()
  const long = new Date(Date.now() - HEARTBEAT_TIMEOUT_MS - 1)
  const batch = (await claimBatch({ db }, eq(importBatch.id, added!.id), { heartbeat: long }))!
  const read = async () => (await db.select().from(importBatch).where(eq(importBatch.id, batch.id)))[0]!
  expect(stateOf(await read(), new Date())).toBe('interrupted')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await keepAlive({ db }, batch, async () => {
    vi.advanceTimersByTime(HEARTBEAT_TIMEOUT_MS / 3)
    await until(async () => stateOf(await read(), new Date()) === 'parsing')
  })
})
