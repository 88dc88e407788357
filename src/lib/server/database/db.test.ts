import { sql } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { invalid } from '#lib/error.ts'
import { type Db, openDb, openPool } from './db.ts'

let pool: Pool
beforeAll(() => {
  pool = openPool({ ...inject('connection'), max: 2 })
})
afterAll(() => pool.end())

const one = async () => (await openDb(pool).execute(sql`select 1 as one`)).rows[0]!.one

test('a connection that dies as a transaction begins is not lost to the pool', async () => {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>
  const dying = async () =>
    Object.assign(await connect(), { query: () => Promise.reject(new Error('Connection terminated unexpectedly')) })
  Object.assign(pool, { connect: dying })
  for (let i = 0; i < 5; i++) await expect(openDb(pool).transaction(async () => {})).rejects.toThrow()
  Object.assign(pool, { connect })
  expect(pool.totalCount).toBe(pool.idleCount)
  expect(await one()).toBe(1)
})

test('what a transaction asks at once is asked one after the other, and one that fails undoes them all', async () => {
  const warnings: string[] = []
  const hear = ({ message }: Error) => warnings.push(message)
  process.on('warning', hear)
  const ask = (db: Db, n: number) => db.execute<{ n: number }>(sql`select 6 / ${n}::integer as n`)
  const asked = (...numbers: number[]) =>
    openDb(pool).transaction(async db =>
      (await Promise.all(numbers.map(n => ask(db, n)))).map(({ rows }) => rows[0]!.n),
    )
  expect(await asked(1, 2, 3)).toEqual([6, 3, 2])
  await expect(asked(1, 0, 3)).rejects.toThrow()
  expect(await asked(3, 2, 1)).toEqual([2, 3, 6])
  process.off('warning', hear)
  expect(warnings).toEqual([])
})

test('a refusal inside a transaction undoes it, and the connection goes on', async () => {
  await one()
  const refused = openDb(pool).transaction(async db => {
    await db.execute(sql`create temporary table halfway (n integer)`)
    throw invalid('名额已满')
  })
  await expect(refused).rejects.toThrow('名额已满')
  expect(pool.totalCount).toBeGreaterThan(0)
  expect((await openDb(pool).execute(sql`select to_regclass('halfway') as found`)).rows[0]!.found).toBeNull()
})

test('a connection that is cut while a transaction uses it fails that transaction, and nothing else', async () => {
  const cut = openDb(pool).transaction(async db => {
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await openDb(pool).execute(sql`select pg_terminate_backend(${rows[0]!.pid})`)
    await new Promise(resolve => setImmediate(resolve))
    await db.execute(sql`select 1`)
  })
  await expect(cut).rejects.toThrow()
  expect(await Promise.all([one(), one(), one()])).toEqual([1, 1, 1])
})
