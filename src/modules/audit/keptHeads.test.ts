import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { readLines, START, seal } from './server/chain.ts'
import { compareHeads, keepHead } from './server/keptHeads.ts'
import { record } from './server/record.ts'
import { sealPending } from './server/sealing.ts'
import { verifyStretch } from './server/verifying.ts'

setUpSite()

const path = () => join(site.services.config.dataDir, 'audit-heads.jsonl')
const write = async (count: number) => {
  for (let i = 0; i < count; i++) await record(site.ctx(), { action: 'account.signIn', objectName: `第 ${i} 行` })
  await sealPending(site.services)
}
/** As who owns the database might: past every trigger. */
const behind = (work: (run: (query: ReturnType<typeof sql>) => Promise<unknown>) => Promise<void>) =>
  site.services.db.transaction(async db => {
    await db.execute(sql`set local session_replication_role = replica`)
    await work(query => db.execute(query))
  })

beforeEach(async () => {
  await behind(async run => void (await run(sql`delete from audit_event`)))
  await rm(path(), { force: true })
})

/** Every line changed where one was, and sealed anew from the first: the chain in itself is whole. */
const rewrite = () =>
  behind(async run => {
    await run(sql`update audit_event set object_name = '从未有过' where seal_no = 3`)
    let link = START
    for (const line of await readLines(site.services.db, sql`true`, sql`seal_no`, 1_000)) {
      const made = line.seal_no === 3 ? { ...line, object_name: '从未有过' } : line
      link = seal(link, made)
      await run(sql`update audit_event set hash = ${link.hash} where id = ${line.id}`)
    }
  })

test('a history that was made anew as a whole is found by a head that was kept outside', async () => {
  await write(5)
  await keepHead(site.ctx())
  await write(5)
  await keepHead(site.ctx())
  expect(await compareHeads(site.services)).toEqual({ count: 2, broken: null })
  await rewrite()
  expect((await verifyStretch(site.services, 0, 1_000)).broken).toBeNull()
  expect((await compareHeads(site.services)).broken).toMatchObject({ sealNo: 5, why: 'rewritten' })
})

test('so is an end that was cut off, and a head that was made up', async () => {
  await write(5)
  const { signature } = await keepHead(site.ctx())
  await behind(async run => void (await run(sql`delete from audit_event where seal_no > 3`)))
  expect((await compareHeads(site.services)).broken).toMatchObject({ sealNo: 5, why: 'rewritten' })
  await rm(path())
  await keepHead(site.ctx())
  await appendFile(path(), `${JSON.stringify({ at: '2026-11-23', sealNo: 3, hash: 'f'.repeat(64), signature })}\n`)
  expect((await compareHeads(site.services)).broken).toMatchObject({ why: 'forged' })
  await rm(path())
  await appendFile(path(), 'nothing\n')
  expect((await compareHeads(site.services)).broken).toMatchObject({ why: 'forged' })
})

test('the file holds numbers and hashes alone', async () => {
  await write(1)
  await keepHead(site.ctx())
  expect(Object.keys(JSON.parse(await readFile(path(), 'utf8')))).toEqual(['at', 'sealNo', 'hash', 'signature'])
})
