import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as apply } from 'drizzle-orm/node-postgres/migrator'
import { Pool, type PoolConfig } from 'pg'
import { openDb } from './db.ts'

const folder = { migrationsFolder: fileURLToPath(new URL('../../../drizzle', import.meta.url)) }

/** Brings the schema up to date, all of it or nothing. Processes that start at once wait for each other on the lock. */
export const migrate = (connection: PoolConfig): Promise<void> =>
  withDb(connection, async db => {
    await db.execute(sql`select pg_advisory_lock(hashtext('hangxie migrate'))`)
    await apply(db, folder)
  })

/** How many migrations the database has seen and still needs; `newer`: it was written by a later version than this. */
export const readMigrations = (connection: PoolConfig) =>
  withDb(connection, async db => {
    const known = readMigrationFiles(folder).map(({ folderMillis }) => folderMillis)
    const table = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as found`)
    const { rows } = table.rows[0]!.found
      ? await db.execute<{ at: number }>(sql`select created_at as at from drizzle.__drizzle_migrations`)
      : { rows: [] }
    const last = Math.max(0, ...rows.map(({ at }) => at))
    return {
      applied: rows.length,
      pending: known.filter(at => at > last).length,
      newer: last > Math.max(...known),
    }
  })

async function withDb<T>(connection: PoolConfig, work: (db: ReturnType<typeof openDb>) => Promise<T>): Promise<T> {
  const pool = new Pool({ ...connection, max: 1 })
  try {
    return await work(openDb(pool))
  } finally {
    await pool.end()
  }
}
