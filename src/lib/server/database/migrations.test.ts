import { randomBytes } from 'node:crypto'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { on } from '#test/support/cluster.ts'
import { until } from '#test/support/site.ts'
import {
  applySteps,
  applyWithin,
  isSchemaNewer,
  type Migration,
  migrate,
  readMigrations,
  refuseNewerRelease,
  SCHEMA_RELEASE,
} from './migrations.ts'

const name = `migrations_${randomBytes(6).toString('hex')}`
let admin: Client
let connection: PoolConfig
let client: Client

beforeAll(async () => {
  admin = new Client(inject('connection'))
  await admin.connect()
  await admin.query(`create database ${name} template empty_template strategy file_copy`)
  connection = on(inject('connection'), name)
  client = await connect()
  await client.query('create table probe as select n, null::int as twice from generate_series(1, 25) n')
})
afterAll(async () => {
  await client.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

async function connect(): Promise<Client> {
  const client = new Client(connection)
  await client.connect()
  return client
}

/** Later than the program's own, so that the journal shows them as those of a later version. */
let at = 4_000_000_000_000
const step = (title: string, ...statements: string[]): Migration => ({ name: title, at: at++, hash: title, statements })
const journal = async () =>
  (await client.query(`select hash from drizzle.__drizzle_migrations where created_at >= 4000000000000 order by 1`))
    .rows

const CONCURRENT = [
  '-- concurrently\ndrop index concurrently if exists probe_n',
  'create index concurrently probe_n on probe (n)',
  '-- until none\nupdate probe set twice = 2 * n where n in (select n from probe where twice is null limit 10)',
]

describe('a migration', () => {
  test('tells each step with its time; one that fails leaves those before it, and nothing of itself', async () => {
    const said: string[] = []
    const first = step('a_first', 'alter table probe add column first int')
    const broken = step('b_broken', 'alter table probe add column second int', 'select 1 / 0')
    await expect(applySteps(client, [first, broken], line => said.push(line))).rejects.toMatchObject({ code: '22012' })
    expect(said).toEqual([expect.stringMatching(/^升级数据库结构 1\/2 a_first：\d+\.\d 秒$/)])
    expect(await journal()).toEqual([{ hash: 'a_first' }])
    await expect(client.query('select second from probe')).rejects.toThrow()
  })

  test('that waits for a lock lets readers through within a second, and is made when the lock is free', async () => {
    const holder = await connect()
    await holder.query('begin')
    await holder.query('lock table probe in access share mode')
    const made = applySteps(client, [step('c_locked', 'alter table probe add column third int')], () => {})
    const reader = await connect()
    const waiting = `select from pg_locks where relation = 'probe'::regclass and not granted`
    await until(async () => (await holder.query(waiting)).rowCount)
    const begun = Date.now()
    await reader.query('select count(*) from probe')
    expect(Date.now() - begun).toBeLessThan(1_500)
    await holder.query('commit')
    await made
    expect(await journal()).toContainEqual({ hash: 'c_locked' })
    await holder.end()
    await reader.end()
  })

  test('marked as concurrent builds its index beside readers and fills in batches; a restore does the same at once', async () => {
    // Left invalid by an attempt that was killed.
    await client.query('create index probe_n on probe (n)')
    await applySteps(client, [step('d_concurrent', ...CONCURRENT)], () => {})
    const filled = 'select count(*)::int as n from probe where twice = 2 * n'
    expect((await client.query(filled)).rows).toEqual([{ n: 25 }])
    expect((await client.query(`select indisvalid from pg_index where indexrelid = 'probe_n'::regclass`)).rows).toEqual(
      [{ indisvalid: true }],
    )
    await client.query('update probe set twice = null')
    await client.query('begin')
    await applyWithin(client, [step('e_restored', ...CONCURRENT)])
    await client.query('commit')
    expect((await client.query(filled)).rows).toEqual([{ n: 25 }])
  })
})

test('a program goes on with a schema of the next release, and refuses that of the one after', async () => {
  expect(await isSchemaNewer(client)).toBe(true)
  expect(await readMigrations(connection)).toMatchObject({ newer: true, pending: 0 })
  const release = (number: number) => client.query('update database_info set schema_release = $1', [number])
  await release(SCHEMA_RELEASE + 1)
  await migrate(connection)
  expect((await client.query('select schema_release from database_info')).rows[0].schema_release).toBe(
    SCHEMA_RELEASE + 1,
  )
  await release(SCHEMA_RELEASE + 2)
  await expect(refuseNewerRelease(client)).rejects.toThrow(/请换上较新的程序/)
  await expect(migrate(connection)).rejects.toThrow(/请换上较新的程序/)
  await release(0)
  await migrate(connection)
  expect((await client.query('select schema_release from database_info')).rows[0].schema_release).toBe(SCHEMA_RELEASE)
})
