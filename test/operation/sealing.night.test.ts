import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { start } from './sites.ts'

const root = resolve(import.meta.dirname, '../..')
const SECRET_KEY = 'ab'.repeat(32)
let dir: string
let connection: PoolConfig
let stop: () => Promise<void>
let client: Client

beforeAll(async () => {
  dir = await makeScratch('own')
  ;({ connection, stop } = await startPostgres({ dataDir: dir }))
  client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await stop()
  await rm(dir, { recursive: true })
})

const environment = () => ({
  DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${connection.host}`,
  SECRET_KEY,
})
const ask = async (query: string) => (await client.query(query)).rows
const left = async () => (await ask('select count(*)::int n from audit_event where seal_no is null'))[0].n as number

/** Lines of as many transactions, as people at work write them. */
async function write(count: number) {
  for (let i = 0; i < count; i++)
    await client.query("insert into audit_event (actor_name, action, object_name) values ('系统', 'job.run', $1)", [
      `第 ${i} 行`,
    ])
}

async function verify(...args: string[]) {
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dir, ...environment() }
  const given = ['src/cli.ts', 'audit', 'verify', '--json', ...args]
  return promisify(execFile)(process.execPath, given, { cwd: root, env }).then(
    ({ stdout }) => ({ code: 0, ...JSON.parse(stdout) }),
    ({ code, stdout }) => ({ code, ...JSON.parse(stdout) }),
  )
}

test('two processes seal one chain; one that is killed over it leaves no gap, and the command finds what is broken', async () => {
  const sites = await Promise.all([start({ env: environment() }), start({ env: environment() })])
  const writing = write(800)
  await until(async () => (await ask('select max(seal_no) n from audit_event'))[0].n > 100)
  await sites[0]!.kill()
  await writing
  await until(async () => (await left()) === 0)
  const [{ n, last }] = await ask('select count(*)::int n, max(seal_no) last from audit_event')
  expect(last).toBe(n)
  const whole = await verify()
  expect(whole).toMatchObject({ code: 0, ok: true, lines: n, broken: null })

  await client.query('set session_replication_role = replica')
  await client.query('delete from audit_event where seal_no > $1', [n - 10])
  expect(await verify()).toMatchObject({ code: 0, ok: true, lines: n - 10 })
  expect(await verify('--head', whole.head)).toMatchObject({ code: 1, ok: false, broken: { sealNo: n, why: 'cut' } })
  await client.query("update audit_event set object_name = '改过' where seal_no = 5")
  await client.query('set session_replication_role = origin')
  expect(await verify()).toMatchObject({ code: 1, ok: false, broken: { sealNo: 5, why: 'changed' } })
  expect(await sites[1]!.stop()).toBe(0)
}, 180_000)
