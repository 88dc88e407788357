import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { isRefusal } from '#lib/error.ts'
import { isUnavailable } from './connectionErrors.ts'
import { TCP_KEEPALIVE } from './persistentConnection.ts'
import { WatchedPool, type WatchedPoolConfig } from './pool.ts'
import { noteStatement } from './reads.ts'

type Schema = Record<string, never>
/** The database, or a transaction on it: functions of the business do not care which. */
export type Db = NodePgDatabase<Schema> | NodePgTransaction<Schema, never>

type Transaction = Parameters<Parameters<NodePgDatabase<Schema>['transaction']>[0]>[0]

// A `date` is a calendar day, not a moment: it stays the text '2026-11-21'.
types.setTypeParser(types.builtins.DATE, value => value)
// Counts fit a JavaScript number.
types.setTypeParser(types.builtins.INT8, Number)

/** Timeouts in ms for a connection and for a statement, and how much later its answer may arrive. */
const CONNECT_TIMEOUT_MS = 4_500
const STATEMENT_TIMEOUT_MS = 5_000
const ANSWER_GRACE_MS = 1_000

/**
 * A pool whose statements are cut after 5 s, so that one slow query never holds up the rest: by the database, and where
 * that does not answer, by us. With a `statement_timeout` of 0, for tools, neither.
 */
export function openPool(connection: WatchedPoolConfig): WatchedPool {
  const isPatient = connection.statement_timeout === 0
  return new WatchedPool({
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: isPatient ? undefined : STATEMENT_TIMEOUT_MS + ANSWER_GRACE_MS,
    ...TCP_KEEPALIVE,
    ...connection,
  })
}

/** Runs `work` on the same database as the same role, with statements that may take as long as they need. */
export function withPatientDb<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const { options } = poolOf(db)
  // The password is not among what a copy takes over.
  const connection = { ...options, password: options.password, query_timeout: undefined }
  return withUnlimitedPool(connection, pool => work(openDb(pool)))
}

/** Runs `work` with a pool without a statement timeout. */
export async function withUnlimitedPool<T>(connection: PoolConfig, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool({ ...connection, statement_timeout: 0 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

export function openDb<Client extends Pool | PoolClient>(client: Client) {
  const db = drizzle({ client, casing: 'snake_case' })
  if (client instanceof Pool) db.transaction = (work, config) => transact(client, work, config)
  return db
}

/** The pool of a database that was opened on one. */
export function poolOf(db: Db): Pool {
  if ('$client' in db && db.$client instanceof Pool) return db.$client
  throw new Error('a transaction has no pool')
}

/**
 * Replaces Drizzle's own transaction, which never releases a connection on which BEGIN has failed (its issue 6241):
 * after some outages the pool would stay empty. A connection that may not be clean is closed.
 */
async function transact<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await pool.connect()
  let clean = false
  try {
    const result = await openDb(serializeQueries(client)).transaction(
      tx => droppingSilent(pool, client, () => work(tx)),
      config,
    )
    clean = true
    return result
  } catch (error) {
    clean = isRefusal(error)
    throw error
  } finally {
    client.release(!clean)
  }
}

/** Serializes the queries of a transaction: a connection answers one at a time. */
function serializeQueries(client: PoolClient): PoolClient {
  let last: Promise<unknown> = Promise.resolve()
  const query = (...given: unknown[]) => {
    noteStatement(given[0])
    const ask = () => Reflect.apply(client.query, client, given)
    last = last.then(ask, ask)
    return last
  }
  return Object.create(client, { query: { value: query } })
}

/** Drizzle would ask a connection that does not answer to roll back, and wait once more. */
async function droppingSilent<T>(pool: Pool, client: PoolClient, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUnanswered(error) && pool instanceof WatchedPool) pool.drop(client)
    throw error
  }
}

const isUnanswered = (error: unknown) => isUnavailable(error) && !isDatabaseError((error as Error).cause ?? error)

/** Rows of `query` up to `limit` + 1: a count that never reads the rest of a long list. */
export async function countUpTo(db: Db, limit: number, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*) n from (${query} limit ${limit + 1}) counted`)
  return rows[0]!.n
}

/** Pattern for `like` that finds the typed text at the beginning. */
export const prefixPattern = (typed: string) => `${escapeLike(typed)}%`

const escapeLike = (typed: string) => typed.replace(/[\\%_]/g, '\\$&')

export const isDatabaseError = (error: unknown): error is DatabaseError => error instanceof DatabaseError
