import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Applied, readJournal } from '../database/migrations.ts'
import type { Manifest } from './manifest.ts'

/** Values as text that every server reads back the same, wherever it stands. */
export const PLAIN_VALUES = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

type Table = Omit<Manifest['tables'][number], 'rows'>
export type Snapshot = { client: PoolClient; at: Date; database?: string; migrations: Applied[]; tables: Table[] }

/**
 * Runs `work` on one consistent snapshot of the whole database, whatever is written meanwhile. Only changes of the
 * schema have to wait for it.
 */
export async function withSnapshot<T>(connection: PoolConfig, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const pool = new Pool({ ...connection, max: 1, application_name: `hangxie backup ${process.pid}` })
  // A command stops the built-in PostgreSQL after this, perhaps before the connection has ended.
  pool.on('error', () => {})
  const client = await pool.connect()
  client.on('error', () => {})
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query(PLAIN_VALUES)
    const { rows } = await client.query('select now() as at')
    const tables = await readTables(client)
    if (tables.length > 0)
      await client.query(`lock table ${tables.map(({ name }) => `public."${name}"`).join(', ')} in access share mode`)
    const database = tables.some(({ name }) => name === 'database_info') ? await readDatabaseId(client) : undefined
    const migrations = await readJournal(client)
    return await work({ client, at: rows[0].at, ...(database && { database }), migrations, tables })
  } finally {
    client.release(true)
    await pool.end()
  }
}

/** The identity of a database, which its backups have, too. */
export async function readDatabaseId(client: Pick<ClientBase, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('select id from database_info')
  return rows[0]?.id
}

/** Our tables and what is stored in them; columns that the database computes are not. Extensions' tables are not ours. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query(`
    select relname as name, array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    group by 1 order by 1`)
  return rows
}

/** Read after the moment itself, for sequences have none: a number may be passed over, never given out again. */
export async function readSequences(client: ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query(
    `select sequencename as name, last_value::bigint as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name, last }) => ({ name, last: last === null ? null : Number(last) }))
}

export const copyToFile = (client: ClientBase, table: Table): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy ${columnsOf(table)} to stdout`))

export const columnsOf = ({ name, columns }: Table) =>
  `public."${name}" (${columns.map(each => `"${each}"`).join(', ')})`
