import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withoutIndexes } from '../database/copy.ts'
import { applyWithin, knownMigrations, MIGRATION_LOCK } from '../database/migrations.ts'
import { damaged } from './damage.ts'
import { columnsOf, PLAIN_VALUES, readTables } from './dump.ts'
import type { Manifest } from './manifest.ts'

/**
 * Puts the database of an archive in the place of what is there, in one transaction that is the caller's to commit: the
 * schema as it was when the archive was made, its rows, and then what this program has added to the schema since.
 */
export async function loadDatabase(
  client: ClientBase,
  manifest: Manifest,
  loadRows: () => Promise<void>,
): Promise<void> {
  await client.query(PLAIN_VALUES)
  await client.query(`set local maintenance_work_mem = '128MB'`)
  // A server that starts meanwhile on the same database waits here, and then finds all of it.
  await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  await dropAll(client)
  const known = knownMigrations()
  await applyWithin(client, known.slice(0, manifest.migrations.length))
  await refuseOtherSchema(client, manifest)
  await withTriggersOff(client, manifest, async names => {
    // The archive contains the rows that migrations have inserted, too.
    await client.query(`truncate ${names.join(', ')}`)
    await withoutIndexes(client, names, () => {}, loadRows)
  })
  for (const { name, last } of manifest.sequences)
    if (last !== null) await client.query('select setval($1::regclass, $2)', [`public."${name}"`, last])
  await applyWithin(client, known.slice(manifest.migrations.length))
}

export async function copyFromFile(
  client: ClientBase,
  table: Manifest['tables'][number],
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${columnsOf(table)} from stdin`))
  await pipeline(bytes, target)
  if (target.rowCount !== table.rows) throw damaged(`表 ${table.name} 的行数不符`)
}

/** Tables, functions and jobs of ours; what the owner of the server has added as an extension stays. */
async function dropAll(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(`
    select format('drop table if exists %s cascade', oid::regclass) as drop from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    union all
    select format('drop function if exists %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select 'drop schema if exists drizzle cascade'
    union all select 'drop schema if exists pgboss cascade'`)
  for (const { drop } of rows) await client.query(drop)
}

async function refuseOtherSchema(client: ClientBase, manifest: Manifest): Promise<void> {
  const shape = (tables: { name: string; columns: string[] }[]) =>
    new Set(tables.map(({ name, columns }) => `${name} (${[...columns].sort()})`))
  const odd = shape(await readTables(client)).symmetricDifference(shape(manifest.tables))
  if (odd.size > 0) throw damaged(`表的结构不符：${[...odd].slice(0, 3).join('；')}`)
}

/** Rows come in as they were: nothing is to be checked, counted or told because of them. */
async function withTriggersOff(client: ClientBase, manifest: Manifest, work: (names: string[]) => Promise<void>) {
  const names = manifest.tables.map(({ name }) => `public."${name}"`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await work(names)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
}

/** Whether the database holds no accounts and no settings, so that nothing would be lost. */
export async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select to_regclass('public.account') is not null and to_regclass('public.setting') is not null as made`,
  )
  if (!rows[0].made) return true
  const { rowCount } = await client.query(`select from account union all select from setting limit 1`)
  return rowCount === 0
}

/** Counts the other connections to this database, by `pg_stat_activity`. */
export async function countOtherConnections(client: ClientBase, own: string): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and application_name <> $1`,
    [own],
  )
  return rows[0].n
}
