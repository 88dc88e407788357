import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import { launch, start } from '../operation/sites.ts'
import { freePort, until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'

const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(path => existsSync(path))
/** PgBouncer refuses to run as uid 0. */
const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
const PAGE = '/admin/news/list/26'

/** PostgreSQL, and PgBouncer in front of it, which has five connections for everybody. */
async function startPooled(mode: 'transaction' | 'session', extra = '') {
  const dir = await makeScratch('pooled')
  const { connection, stop } = await startPostgres({ dataDir: dir })
  // Connects over TCP, because only its owner may use the socket.
  const { startLine } = await import('../operation/database/line.ts')
  const line = await startLine(`${connection.host}/.s.PGSQL.5432`)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'hangxie-pooler-'))
  await chmod(folder, 0o755)
  const users = join(folder, 'users.txt')
  await writeFile(users, '"hangxie" ""\n')
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
postgres = host=127.0.0.1 port=${line.port} dbname=postgres user=hangxie
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 40 : 5}
max_client_conn = 100
${extra}
`,
  )
  const [program, ...args] = [...asNobody, pgbouncer!, join(folder, 'pgbouncer.ini')]
  const child = spawn(program!, args, { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    line.stop()
    await stop()
    await rm(dir, { recursive: true })
    await rm(folder, { recursive: true })
  })
  const pooled = `postgres://hangxie@127.0.0.1:${port}/postgres`
  await until(() => canConnect(pooled))
  return { pooled, direct: `postgres://hangxie@127.0.0.1:${line.port}/postgres` }
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

const visit = async (url: string) => ({ status: (await fetch(url)).status })

test.skipIf(!pgbouncer)('through a pooler of transactions it works, as long as it can listen past it', async () => {
  const { pooled, direct } = await startPooled('transaction')
  const env = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, DB_POOL: '20', STAFF_TOTP: 'off' }
  const site = await start({ demo: true, env })
  // Each query uses any free connection: statements prepared by name would be missing there.
  const ids = Array.from(
    { length: 200 },
    (_, i) => `${site.url}/api/catalog/a?catalogId=21&pageNum=${i + 1}&pageSize=3`,
  )
  const pages = ['/', PAGE, '/admin/news/list-info/3467', '/admin/publicity/member'].map(path => site.url + path)
  const seen = await Promise.all([...ids, ...pages, ...pages.map(page => `${page}?_=1`)].map(visit))
  expect(seen.filter(({ status }) => status !== 200)).toEqual([])
  const login = await fetch(`${site.url}/api/staff/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ account: 'admin', password: DEMO_PASSWORD }),
  })
  expect((await login.json()).code).toBe(200)
  const client = new Client({ connectionString: direct })
  await client.connect()
  await until(async () => (await fetch(site.url + PAGE)).status === 200)
  await client.query(`update article set title = '经过连接池之后的标题' where id = 3467`)
  await until(async () => (await (await fetch(site.url + PAGE)).text()).includes('经过连接池之后的标题'), 5_000)
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  console.info(`${rows[0].n} connections to the database for a pool of 20`)
  expect(rows[0].n).toBeLessThan(12)
  await until(async () => (await client.query(`select to_regclass('pgboss.schedule') as t`)).rows[0].t)
  await until(async () => (await client.query('select count(*)::int as n from pgboss.schedule')).rows[0].n > 10)
  await until(
    async () => (await client.query('select count(*)::int n from audit_event where seal_no is null')).rows[0].n === 0,
  )
  await client.end()
  expect(await site.stop()).toBe(0)
  expect(site.output()).not.toMatch(/prepared statement|"level":50/)
})

test.skipIf(!pgbouncer)('without the way past it the start says why it cannot', async () => {
  const { pooled } = await startPooled('transaction')
  const site = await launch({ demo: true, env: { DATABASE_URL: pooled } })
  await until(() => site.exitCode() !== null, 120_000)
  expect(site.output()).toMatch(/DATABASE_DIRECT_URL/)
})

test.skipIf(!pgbouncer)('through a pooler of sessions it works as it is', async () => {
  const { pooled } = await startPooled('session', 'ignore_startup_parameters = statement_timeout')
  const site = await start({ demo: true, env: { DATABASE_URL: pooled } })
  expect((await visit(site.url + PAGE)).status).toBe(200)
  expect(await site.stop()).toBe(0)
})
