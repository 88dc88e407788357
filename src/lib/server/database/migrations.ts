import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as apply } from 'drizzle-orm/node-postgres/migrator'
import { type ClientBase, Pool, type PoolConfig } from 'pg'
import { isDatabaseError, openDb } from './db.ts'
import { makeHistoryFunctions, ownsTables } from './roles.ts'

/** Timeout in s for the lock on a table, number of tries, and pause in ms in between, which lets other work go on. */
const LOCK_TIMEOUT_S = 2
const LOCK_TRIES = 20
const LOCK_PAUSE = 1_000

const folder = { migrationsFolder: fileURLToPath(new URL('../../../../drizzle', import.meta.url)) }

/** Row of the database's migration journal. */
export type Applied = { at: number; hash: string }
export type Migration = Applied & { name: string; statements: string[] }

/** The migrations of this program, in their order. */
export function knownMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(`${folder.migrationsFolder}/meta/_journal.json`, 'utf8'))
  const names = new Map<number, string>(
    journal.entries.map((entry: { when: number; tag: string }) => [entry.when, entry.tag]),
  )
  return readMigrationFiles(folder).map(({ folderMillis: at, hash, sql: statements }) => ({
    name: names.get(at)!,
    at,
    hash,
    statements,
  }))
}

/** Advisory lock held while the schema is changed; processes that start at once wait for each other. */
export const MIGRATION_LOCK = `hashtext('hangxie migrate')`

/** Brings the schema up to date, all of it or nothing. Who does not own it may go on where nothing is to be done. */
export const migrate = (connection: PoolConfig): Promise<void> =>
  withDb(connection, async db => {
    if (!(await ownsTables(db.$client))) return refusePending(db.$client)
    await db.execute(sql.raw(`select pg_advisory_lock(${MIGRATION_LOCK})`))
    // The version before may be serving beside: whoever waits for a lock holds up all who come after.
    await db.execute(sql`set lock_timeout = ${sql.raw(`'${LOCK_TIMEOUT_S}s'`)}`)
    for (let tries = 1; ; tries++) {
      try {
        await apply(db, folder)
        return await makeHistoryFunctions(db.$client)
      } catch (error) {
        if (!isLockTimeout(error) || tries === LOCK_TRIES) throw error
        await wait(LOCK_PAUSE)
      }
    }
  })

async function refusePending(client: Pick<ClientBase, 'query'>): Promise<void> {
  const state = compareJournal(await readJournal(client))
  if (state === 'older')
    throw new Error(
      'DATABASE_URL 的角色不是数据表的所有者，不能升级数据库结构：请设置 DATABASE_OWNER_URL，或用它运行 hangxie migrate。',
    )
}

/**
 * Numbers of migrations applied and still pending; `newer`: the database was written by a later version of the program.
 */
export const readMigrations = (connection: PoolConfig) =>
  withDb(connection, async db => {
    const applied = await readJournal(db.$client)
    const last = Math.max(0, ...applied.map(({ at }) => at))
    const steps = knownMigrations().map(({ name, at, hash }) => ({
      name,
      at,
      isApplied: at <= last,
      /** The database was brought here by a step of this name that was another. */
      isOther: applied.some(one => one.at === at && one.hash !== hash),
    }))
    return {
      applied: applied.length,
      pending: steps.filter(({ isApplied }) => !isApplied).length,
      newer: last > steps.at(-1)!.at,
      steps,
    }
  })

/** Reads the migrations applied to a database; none where it is empty. */
export async function readJournal(client: Pick<ClientBase, 'query'>): Promise<Applied[]> {
  const table = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as found`)
  if (!table.rows[0].found) return []
  const { rows } = await client.query(
    'select created_at::bigint as at, hash from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ at, hash }) => ({ at: Number(at), hash }))
}

/** Compares the applied migrations with those of this program. */
export function compareJournal(applied: readonly Applied[]): 'current' | 'older' | 'newer' | 'different' {
  const known = knownMigrations()
  if (applied.some(({ at }) => at > known.at(-1)!.at)) return 'newer'
  if (applied.some(({ at, hash }, index) => at !== known[index]?.at || hash !== known[index].hash)) return 'different'
  return applied.length === known.length ? 'current' : 'older'
}

/** Applies these in the transaction that the client is in, and notes them as Drizzle does. */
export async function applyWithin(client: Pick<ClientBase, 'query'>, migrations: readonly Migration[]): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  for (const { at, hash, statements } of migrations) {
    for (const statement of statements) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, at])
  }
}

function isLockTimeout(error: unknown): boolean {
  const cause = (error as Error).cause ?? error
  return isDatabaseError(cause) && cause.code === '55P03'
}

async function withDb<T>(
  connection: PoolConfig,
  work: (db: ReturnType<typeof openDb<Pool>>) => Promise<T>,
): Promise<T> {
  const pool = new Pool({ ...connection, max: 1 })
  try {
    return await work(openDb(pool))
  } finally {
    await pool.end()
  }
}
