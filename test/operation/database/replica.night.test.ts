import { appendFile, cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startPostgres } from '../../../src/lib/server/database/postgres.ts'
import { FOR_TESTS } from '../../support/demoTemplate.ts'
import { type Site, until } from '../../support/site.ts'
import { makeScratch } from '../../support/tempDir.ts'
import { freshDirectoryWithDemo, layOutDemo, postmasterOf, start } from '../sites.ts'
import { type Line, startLine } from './line.ts'

const COLUMN = 26
const TOKEN = 'of sixteen letters'

let dirs: { primary: string; replica: string }
let primary: Embedded
let replica: Embedded
/** Proxy between the site and the replica. */
let line: Line
let env: Record<string, string>

beforeAll(async () => {
  dirs = { primary: await makeScratch('primary'), replica: await makeScratch('replica') }
  await layOutDemo(dirs.primary)
  primary = await startPostgres({ dataDir: dirs.primary, ...FOR_TESTS })
  await primary.stop()
  await cp(join(dirs.primary, 'pg'), join(dirs.replica, 'pg'), { recursive: true })
  primary = await startPostgres({ dataDir: dirs.primary, ...FOR_TESTS })
  const { host, user } = primary.connection
  await writeFile(join(dirs.replica, 'pg/standby.signal'), '')
  await appendFile(
    join(dirs.replica, 'pg/postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=5432 user=${user}'\n`,
  )
  await startReplica()
  line = await startLine(`${replica.connection.host}/.s.PGSQL.5432`)
  env = {
    DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${host}`,
    DATABASE_REPLICA_URL: `postgres://hangxie@127.0.0.1:${line.port}/postgres`,
    METRICS_TOKEN: TOKEN,
  }
})
afterAll(async () => {
  line.stop()
  for (const one of [replica, primary]) await one.stop()
  for (const dir of Object.values(dirs)) await rm(dir, { recursive: true })
})

async function startReplica() {
  replica = await startPostgres({ dataDir: dirs.replica, ...FOR_TESTS })
}

async function ask({ connection }: { connection: PoolConfig }, ...statements: string[]) {
  const client = new Client(connection)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const retitle = (title: string, ...before: string[]) =>
  ask(primary, ...before, `update article set title = '${title}' where id = 3467`)

async function isUsed(site: Site): Promise<boolean> {
  const answer = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return /^hangxie_replica_used 1$/m.test(await answer.text())
}

let asked = 0
/** Requests a list with a new parameter, so that the answer is not cached. */
async function list({ url }: Site): Promise<{ status: number; body: string }> {
  const answer = await fetch(`${url}/api/catalog/a?catalogId=${COLUMN}&pageSize=50&pageNum=1&keyword=&v=${asked++}`)
  return { status: answer.status, body: await answer.text() }
}

test('public answers are made from the replica, as long as it shows what has been published', async () => {
  const site = await start({ demo: true, dataDir: await freshDirectoryWithDemo(), env })
  await until(() => isUsed(site))

  // Change a title without triggers and with a paused replica: no cache is invalidated, and the replica has not
  // replayed it.
  await ask(replica, 'select pg_wal_replay_pause()')
  await retitle('没有人听说的标题', 'set session_replication_role = replica')
  expect((await list(site)).body).not.toContain('没有人听说的标题')

  await retitle('刚刚发布的标题')
  await until(async () => (await list(site)).body.includes('刚刚发布的标题'), 2_000)
  expect(await isUsed(site)).toBe(false)
  await ask(replica, 'select pg_wal_replay_resume()')
  await until(() => isUsed(site), 5_000)
  expect((await list(site)).body).toContain('刚刚发布的标题')
  expect(await site.stop()).toBe(0)
})

test('a replica that is killed, is back, falls silent and answers again under load fails nobody', async () => {
  const site = await start({ demo: true, dataDir: await freshDirectoryWithDemo(), env })
  await until(() => isUsed(site))
  const statuses = new Map<number, number>()
  let isOver = false
  const visitor = async () => {
    while (!isOver) {
      const { status } = await list(site)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const visitors = Array.from({ length: 4 }, visitor)

  process.kill(await postmasterOf({ dataDir: dirs.replica }), 'SIGKILL')
  await until(async () => !(await isUsed(site)), 10_000)
  await startReplica()
  await until(() => isUsed(site))

  line.freeze()
  await until(async () => !(await isUsed(site)), 10_000)
  await retitle('副本不应答时发布的标题')
  await until(async () => (await list(site)).body.includes('副本不应答时发布的标题'), 5_000)
  await line.heal()
  await until(() => isUsed(site))

  isOver = true
  await Promise.all(visitors)
  expect([...statuses.keys()]).toEqual([200])
  expect(statuses.get(200)).toBeGreaterThan(visitors.length)
  expect(await site.stop()).toBe(0)
})

test('without it a site starts as ever, and uses it as soon as it is there', async () => {
  await replica.stop()
  const site = await start({ demo: true, dataDir: await freshDirectoryWithDemo(), env })
  expect((await list(site)).status).toBe(200)
  expect(await isUsed(site)).toBe(false)
  await startReplica()
  await until(() => isUsed(site))
  expect(await site.stop()).toBe(0)
})
