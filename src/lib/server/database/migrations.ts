import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase, PoolConfig } from 'pg'
import { withClient } from './client.ts'
import { isDatabaseError } from './db.ts'
import { makeHistoryFunctions, ownsTables } from './roles.ts'

/**
 * The release whose migrations these are. Raise it by one with the first migration after a release: a program serves on a
 * schema that is at most one release newer than its own, so that a release can be taken back, and no older one.
 */
export const SCHEMA_RELEASE = 3

/**
 * Timeout in ms for the lock on a table: readers that come after wait as long. Number of tries, pause in ms in between,
 * which lets other work go on, and interval in ms at which a long step is told to be running still.
 */
const LOCK_TIMEOUT_MS = 800
const LOCK_TRIES = 60
const LOCK_PAUSE_MS = 1_000
const STILL_RUNNING_MS = 15_000

/**
 * Comments that begin a statement of a migration. `CONCURRENTLY`, first in the file: each statement runs by itself, outside
 * a transaction, and may run again after a failure. `UNTIL_NONE`: the statement is repeated until it changes no row.
 */
const CONCURRENTLY = /^\s*-- concurrently\b/
const UNTIL_NONE = /^\s*(?:-- concurrently\s+)?-- until none\b/

const folder = { migrationsFolder: fileURLToPath(new URL('../../../../drizzle', import.meta.url)) }

type Say = (line: string) => void
type Queries = Pick<ClientBase, 'query'>

/** Row of the database's migration journal. */
export type Applied = { at: number; hash: string }
export type Migration = Applied & { name: string; statements: string[] }

const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
  readFileSync(`${folder.migrationsFolder}/meta/_journal.json`, 'utf8'),
)
/** Time of the last migration of this program. */
const lastKnown = journal.entries.at(-1)!.when

/** The migrations of this program, in their order. */
export function knownMigrations(): Migration[] {
  const names = new Map(journal.entries.map(({ when, tag }) => [when, tag]))
  return readMigrationFiles(folder).map(({ folderMillis: at, hash, sql: statements }) => ({
    name: names.get(at)!,
    at,
    hash,
    statements,
  }))
}

/** Advisory lock held while the schema is changed; processes that start at once wait for each other. */
export const MIGRATION_LOCK = `hashtext('hangxie migrate')`

/**
 * Brings the schema up to date, step by step, while the version before may be serving beside. Who does not own it may go
 * on where nothing is to be done.
 */
export const migrate = (connection: PoolConfig, say: Say = () => {}): Promise<void> =>
  withClient({ ...connection, statement_timeout: 0 }, async client => {
    await refuseNewerRelease(client)
    if (!(await ownsTables(client))) return refusePending(client)
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    const applied = await readJournal(client)
    const last = applied.at(-1)?.at ?? 0
    const pending = knownMigrations().filter(({ at }) => at > last)
    await applySteps(client, pending, applied.length > 0 ? say : () => {})
    await makeHistoryFunctions(client)
    await client.query('update database_info set schema_release = $1 where schema_release < $1', [SCHEMA_RELEASE])
  })

/** Applies each step by itself, so that no table is locked longer than its own step takes, and tells how long it took. */
export async function applySteps(client: ClientBase, steps: readonly Migration[], say: Say): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const begun = Date.now()
    const seconds = () => `${((Date.now() - begun) / 1000).toFixed(1)} 秒`
    const title = `升级数据库结构 ${index + 1}/${steps.length} ${step.name}`
    const patience = setInterval(() => say(`${title}：仍在进行，已 ${seconds()}`), STILL_RUNNING_MS)
    await applyStep(client, step).finally(() => clearInterval(patience))
    say(`${title}：${seconds()}`)
  }
}

/** Gives way where a lock is not to be had, or where two wait for each other, and tries again. */
async function applyStep(client: ClientBase, step: Migration): Promise<void> {
  const isConcurrent = CONCURRENTLY.test(step.statements[0] ?? '')
  // An index that is built concurrently waits for older transactions, and holds nobody up meanwhile.
  await client.query(`set lock_timeout = ${isConcurrent ? 0 : LOCK_TIMEOUT_MS}`)
  for (let tries = 1; ; tries++) {
    try {
      return await (isConcurrent ? applyOutside(client, step) : applyInside(client, step))
    } catch (error) {
      if (!isLockConflict(error) || tries === LOCK_TRIES) throw error
      await wait(LOCK_PAUSE_MS)
    }
  }
}

async function applyInside(client: ClientBase, step: Migration): Promise<void> {
  await client.query('begin')
  try {
    await applyWithin(client, [step])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function applyOutside(client: ClientBase, step: Migration): Promise<void> {
  for (const statement of step.statements) await runStatement(client, statement)
  await noteApplied(client, step)
}

async function runStatement(client: Queries, statement: string): Promise<void> {
  let changed: number | null
  do changed = (await client.query(statement)).rowCount
  while (changed && UNTIL_NONE.test(statement))
}

/** Refuses to work on a schema that is more than one release newer than this program. */
export async function refuseNewerRelease(client: Queries): Promise<void> {
  const table = await client.query(`select to_regclass('public.database_info') as found`)
  if (!table.rows[0].found) return
  const { rows } = await client.query<{ release: number }>('select schema_release as release from database_info')
  const release = rows[0]?.release ?? 0
  if (release > SCHEMA_RELEASE + 1)
    throw new Error(
      `数据库结构属于第 ${release} 版，本程序是第 ${SCHEMA_RELEASE} 版，只能在早一版的结构上退回使用：请换上较新的程序，或恢复升级以前的备份。`,
    )
}

/** Whether a later version of the program has migrated the database. */
export async function isSchemaNewer(client: Queries): Promise<boolean> {
  const { rows } = await client.query<{ newer: boolean }>(
    'select exists (select from drizzle.__drizzle_migrations where created_at > $1) as newer',
    [lastKnown],
  )
  return rows[0]!.newer
}

async function refusePending(client: Queries): Promise<void> {
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
  withClient(connection, async client => {
    const applied = await readJournal(client)
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
export async function readJournal(client: Queries): Promise<Applied[]> {
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

/**
 * Applies these in the transaction that the client is in, where nobody else is connected or nothing takes long; an index
 * that would be built concurrently is built at once.
 */
export async function applyWithin(client: Queries, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) {
    const isConcurrent = CONCURRENTLY.test(migration.statements[0] ?? '')
    for (const statement of migration.statements)
      await runStatement(client, isConcurrent ? statement.replaceAll(/(?<!-- )\bconcurrently\b/gi, '') : statement)
    await noteApplied(client, migration)
  }
}

/** Notes a migration as Drizzle does. */
async function noteApplied(client: Queries, { at, hash }: Applied): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, at])
}

/** No lock in time (55P03), or a deadlock (40P01), of which PostgreSQL ends one side. */
const isLockConflict = (error: unknown) => isDatabaseError(error) && (error.code === '55P03' || error.code === '40P01')
