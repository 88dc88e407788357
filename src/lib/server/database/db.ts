import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { isRefusal } from '#lib/error.ts'

type Schema = Record<string, never>
/** The database, or a transaction on it: functions of the business do not care which. */
export type Db = NodePgDatabase<Schema> | NodePgTransaction<Schema, never>

type Transaction = Parameters<Parameters<NodePgDatabase<Schema>['transaction']>[0]>[0]

// A `date` is a calendar day, not a moment: it stays the text '2026-11-21'.
types.setTypeParser(types.builtins.DATE, value => value)
// Counts fit a JavaScript number.
types.setTypeParser(types.builtins.INT8, Number)

/** A pool whose statements are cut after 5 s, so that one slow query never holds up the rest. */
export function openPool(connection: PoolConfig): Pool {
  const pool = new Pool({ max: 10, connectionTimeoutMillis: 5_000, statement_timeout: 5_000, ...connection })
  // A connection that dies while idle is replaced by the pool, and one in use fails its next query; unheard, the error
  // of either would end the program.
  pool.on('error', () => {}).on('connect', client => client.on('error', () => {}))
  return pool
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
 * In place of Drizzle's own, which never gives a connection back on which BEGIN has failed (its issue 6241): after some
 * outages the pool would be empty for good. A connection that may not be clean is closed.
 */
async function transact<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await pool.connect()
  let clean = false
  try {
    const result = await openDb(client).transaction(work, config)
    clean = true
    return result
  } catch (error) {
    clean = isRefusal(error)
    throw error
  } finally {
    client.release(!clean)
  }
}

/** Rows of `query` up to `limit` + 1: a count that never reads the rest of a long list. */
export async function countUpTo(db: Db, limit: number, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*) n from (${query} limit ${limit + 1}) counted`)
  return rows[0]!.n
}

/** What was typed, anywhere in a text: for `ilike`. */
export const anywhere = (typed: string) => `%${typed.replace(/[\\%_]/g, '\\$&')}%`

export const isDatabaseError = (error: unknown): error is DatabaseError => error instanceof DatabaseError
