import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { openEncryption } from '../../src/lib/server/encryption/encryption.ts'
import { type Site, until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { queryIn, start } from './sites.ts'

const SECRET_KEY = 'ab'.repeat(32)
let dir: string
let connection: PoolConfig
let stop: () => Promise<void>

beforeAll(async () => {
  dir = await makeScratch('own')
  await comeBack()
})
afterAll(async () => {
  await stop()
  await rm(dir, { recursive: true })
})

async function comeBack() {
  ;({ connection, stop } = await startPostgres({ dataDir: dir }))
}

const ask = (query: string, values?: unknown[]) => queryIn(connection, query, values)

/** Queues a code as the program does: a new site is on trial, and sends nothing else. */
async function leave(text: string) {
  const { encrypt } = await openEncryption({ secretKey: SECRET_KEY, dataDir: dir })
  await ask(
    `insert into outbox (channel, to_sealed, to_masked, text_sealed, expires_at)
     values ('sms', $1, '', $2, now() + interval '1 hour')`,
    [encrypt('13900001234'), encrypt(text)],
  )
}

async function sentBy(sites: Site[]): Promise<string[]> {
  const files = sites.map(({ dataDir }) => readFile(join(dataDir, 'outbox/sms.jsonl'), 'utf8').catch(() => ''))
  const lines = (await Promise.all(files)).flatMap(text => text.split('\n').filter(Boolean))
  return lines.map(line => JSON.parse(line).text)
}

test('two processes share texts and jobs, each done once, and go on after the database was away', {
  timeout: 360_000,
}, async () => {
  const env = { DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${connection.host}`, SECRET_KEY }
  const sites = await Promise.all([start({ env }), start({ env })])
  for (const text of ['第一条', '第二条', '第三条']) await leave(text)
  await until(async () => (await sentBy(sites)).length >= 3)
  // Jobs are made ready after the port is open: for a moment there is no such table.
  const scheduled = () => ask(`select key from pgboss.schedule where key = 'outbox'`).catch(() => [])
  await until(async () => (await scheduled()).length === 1)

  await stop()
  await until(async () => (await fetch(`${sites[0]!.url}/readyz`)).status === 503)
  await comeBack()
  const [{ back }] = await ask('select now() as back')
  await leave('恢复之后')
  await until(async () => (await sentBy(sites)).includes('恢复之后'))
  const done = () =>
    ask(`select completed_on from pgboss.job where data ->> 'job' = 'outbox' and completed_on > $1`, [back])
  // A job that was running when the database went away is noticed after a minute without its heartbeat, and then
  // retried.
  await until(async () => (await done()).length > 0, 240_000)
  expect(await sentBy(sites)).toHaveLength(4)
  expect(await done()).toHaveLength(1)
  for (const site of sites) expect(await site.stop()).toBe(0)
})
