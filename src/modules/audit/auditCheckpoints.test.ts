import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { lookAtChain } from '../../commands/doctorData.ts'
import { compareCheckpoints, keepDailyCheckpoint, keepMinuteCheckpoint } from './server/auditCheckpoints.ts'
import { readLines, START, sealLine } from './server/chain.ts'
import { record } from './server/record.ts'
import { sealPending } from './server/sealing.ts'
import { verifyRange } from './server/verifying.ts'

setUpSite()

const path = () => join(site.services.config.dataDir, 'audit-heads.jsonl')
const minutesPath = () => join(site.services.config.dataDir, 'audit-checkpoints.jsonl')
const minutes = async () => (await readFile(minutesPath(), 'utf8')).split('\n').filter(Boolean)
const write = async (count: number) => {
  for (let i = 0; i < count; i++) await record(site.ctx(), { action: 'account.signIn', objectName: `第 ${i} 行` })
  await sealPending(site.services)
}
/** Changes rows like an owner of the database, without triggers. */
const behind = (work: (run: (query: ReturnType<typeof sql>) => Promise<unknown>) => Promise<void>) =>
  site.services.db.transaction(async db => {
    await db.execute(sql`set local session_replication_role = replica`)
    await work(query => db.execute(query))
  })

beforeEach(async () => {
  await behind(async run => void (await run(sql`delete from audit_event`)))
  await rm(path(), { force: true })
  await rm(minutesPath(), { force: true })
})

/** Changes a line and seals the whole chain again, so that the chain itself verifies. */
const rewrite = () =>
  behind(async run => {
    await run(sql`update audit_event set object_name = '从未有过' where seal_no = 3`)
    let link = START
    for (const line of await readLines(site.services.db, sql`true`, sql`seal_no`, 1_000)) {
      const made = line.seal_no === 3 ? { ...line, object_name: '从未有过' } : line
      link = sealLine(link, made)
      await run(sql`update audit_event set hash = ${link.hash} where id = ${line.id}`)
    }
  })

test('a history that was made anew as a whole is found by a head that was kept outside', async () => {
  await write(5)
  await keepDailyCheckpoint(site.ctx())
  await write(5)
  await keepDailyCheckpoint(site.ctx())
  expect(await compareCheckpoints(site.services)).toEqual({ count: 2, broken: null })
  await rewrite()
  expect((await verifyRange(site.services, 0, 1_000)).broken).toBeNull()
  expect((await compareCheckpoints(site.services)).broken).toMatchObject({ sealNo: 5, why: 'rewritten' })
})

test('so is an end that was cut off, and a head that was made up', async () => {
  await write(5)
  const { signature } = await keepDailyCheckpoint(site.ctx())
  await behind(async run => void (await run(sql`delete from audit_event where seal_no > 3`)))
  expect((await compareCheckpoints(site.services)).broken).toMatchObject({ sealNo: 5, why: 'cut' })
  await rm(path())
  await keepDailyCheckpoint(site.ctx())
  await appendFile(path(), `${JSON.stringify({ at: '2026-11-23', sealNo: 3, hash: 'f'.repeat(64), signature })}\n`)
  expect((await compareCheckpoints(site.services)).broken).toMatchObject({ why: 'forged' })
  await rm(path())
  await appendFile(path(), 'nothing\n')
  expect((await compareCheckpoints(site.services)).broken).toMatchObject({ why: 'forged' })
})

test('the file holds numbers and hashes alone', async () => {
  await write(1)
  await keepDailyCheckpoint(site.ctx())
  expect(Object.keys(JSON.parse(await readFile(path(), 'utf8')))).toEqual(['at', 'sealNo', 'hash', 'signature'])
})

test('the last six lines, deleted by the owner of the database, are missed by whoever verifies', async () => {
  const auditor = await asStaff(site, await staffWith(site, ['auditor']))
  await write(20)
  await keepMinuteCheckpoint(site.ctx(new Date('2026-03-01T02:30:00Z')))
  expect((await auditor.get('/staff/audit/verify')).data).toMatchObject({ total: 20, broken: null })
  await behind(async run => void (await run(sql`delete from audit_event where seal_no > 14`)))

  const { data } = await auditor.get('/staff/audit/verify')
  expect(data).toMatchObject({ broken: { sealNo: 20 }, isEnd: true })
  expect(data.broken.why).toMatch(
    /^末尾至少少了 6 条：2026-03-01 10:30 留存的检查点到第 20 条，现在的日志只到第 14 条（/,
  )
  const config = site.services.config
  await expect(lookAtChain(site.services.db, config, false)).rejects.toThrow('末尾至少少了 6 条')

  // The shorter log does not hide it, nor do the lines that are written after.
  await keepMinuteCheckpoint(site.ctx())
  expect((await auditor.get('/staff/audit/verify')).data.broken.why).toContain('末尾至少少了 6 条')
  await write(10)
  await keepMinuteCheckpoint(site.ctx())
  expect((await compareCheckpoints(site.services)).broken).toMatchObject({ sealNo: 20, why: 'rewritten' })
  expect((await auditor.get('/staff/audit/verify')).data).toMatchObject({
    broken: { sealNo: 20, why: expect.stringContaining('末尾的日志被删后又有新的写入') },
  })
})

test('a checkpoint a minute is kept while the log grows, for two days', async () => {
  const begun = Date.parse('2026-03-01T00:00:00Z')
  const at = (minute: number) => site.ctx(new Date(begun + minute * 60_000))
  await write(1)
  for (const minute of [0, 1, 2]) await keepMinuteCheckpoint(at(minute))
  expect(await minutes()).toHaveLength(1)
  await write(1)
  await keepMinuteCheckpoint(at(3))
  expect(await minutes()).toHaveLength(2)

  const [first] = await minutes()
  await appendFile(minutesPath(), `${first}\n`.repeat(4_000))
  await write(1)
  await keepMinuteCheckpoint(at(3 + 48 * 60))
  const kept = (await minutes()).map(line => JSON.parse(line))
  expect(kept.map(({ sealNo }) => sealNo)).toEqual([2, 3])
  expect((await compareCheckpoints(site.services)).broken).toBeNull()
})

test('a checkpoint that was made up is found, a line that a power cut left unfinished is passed over', async () => {
  await write(3)
  await keepMinuteCheckpoint(site.ctx())
  await appendFile(minutesPath(), '{"at":"2026-')
  await write(2)
  await keepMinuteCheckpoint(site.ctx())
  expect(await compareCheckpoints(site.services)).toEqual({ count: 2, broken: null })
  const [line] = await minutes()
  await appendFile(minutesPath(), `\n${JSON.stringify({ ...JSON.parse(line!), sealNo: 2 })}\n`)
  expect((await compareCheckpoints(site.services)).broken).toMatchObject({ sealNo: 2, why: 'forged' })
})
