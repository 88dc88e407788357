import { is, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgArray, type PgColumn, PgInteger, PgJsonb, type PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import { file, fileSize } from './tables.ts'

type QueryContext = Pick<Ctx, 'db'>
type Columns = [PgColumn, ...PgColumn[]]

const columns: PgColumn[] = []

/**
 * Says where records of a module refer to files without a foreign key: an id (integer), a list of ids (integer[]), HTML
 * that shows `/api/file/1` (text), or any of these (jsonb). Foreign keys are found by themselves.
 */
export const defineFileReferences = (...more: Columns): void => void columns.push(...more)

export const fileReferences = (): string[] => columns.map(nameOf)

const nameOfTable = (table: PgTable) => getTableConfig(table).name
const nameOf = (column: PgColumn) => `${nameOfTable(column.table)}.${toSnakeCase(column.name)}`

/** Returns which of these files a record of any module refers to. */
export async function referredFiles(ctx: QueryContext, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const uses = [...(await foreignKeys(ctx)), ...columns.map(usesOf)]
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    select wanted.id from unnest(${sql.param([...ids])}::int[]) as wanted (id) where ${sql.join(uses, sql` or `)}`)
  return new Set(rows.map(({ id }) => id))
}

async function foreignKeys({ db }: QueryContext): Promise<SQL[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = ${nameOfTable(file)}::regclass and conrelid <> ${nameOfTable(fileSize)}::regclass`)
  return rows.map(
    ({ table, column }) => sql`exists (select 1 from ${sql.raw(table)} where ${sql.identifier(column)} = wanted.id)`,
  )
}

/** Scans each column once, however many files are asked about. */
function usesOf(column: PgColumn): SQL {
  if (is(column, PgInteger)) return sql`wanted.id in (select ${column} from ${column.table})`
  if (is(column, PgArray)) return sql`wanted.id in (${idsIn(column)})`
  const isShown = sql`wanted.id in (${idsIn(column)})`
  return is(column, PgJsonb) ? sql`(${isShown} or wanted.id::numeric in (${numbersIn(column)}))` : isShown
}

const idsIn = (column: PgColumn) =>
  is(column, PgArray)
    ? sql`select unnest(${column}) as id from ${column.table}`
    : sql`select (regexp_matches(${column}::text, '/api/file/(\\d{1,9})', 'g'))[1]::int as id from ${column.table}
        where ${column}::text like '%/api/file/%'`

/** A number in JSON that may be the id of a file counts as one: what is kept too long does less harm than what is lost. */
const numbersIn = (column: PgColumn) =>
  sql`select jsonb_path_query(${column}, '$.** ? (@.type() == "number")')::numeric from ${column.table}`

/** Finds references in HTML or lists of ids to files that cannot be read, by `table.column`. */
export async function lostReferences({ db }: QueryContext): Promise<{ place: string; ids: number[] }[]> {
  const lost: { place: string; ids: number[] }[] = []
  for (const column of columns.filter(one => !is(one, PgInteger))) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select distinct used.id from (${idsIn(column)}) as used
      where not exists (select 1 from ${file} where ${file.id} = used.id and ${file.deletedAt} is null) order by 1`)
    if (rows.length > 0) lost.push({ place: nameOf(column), ids: rows.map(({ id }) => id) })
  }
  return lost
}
