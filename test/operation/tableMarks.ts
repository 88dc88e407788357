import type { PoolConfig } from 'pg'
import { queryIn } from './sites.ts'

/** Of each table: its columns, how many rows, and a hash of all that stands in these columns. */
export type TableMarks = Record<string, { columns: string[]; rows: number; hash: string }>

const COLUMNS = `
  select c.relname as table, array_agg(quote_ident(attname) order by attnum) as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on a.attrelid = c.oid
  where nspname = 'public' and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
  group by 1 order by 1`

/** Marks every table of the association, or of `before` the columns that it had, to be compared with it. */
export async function markTables(connection: PoolConfig, before?: TableMarks): Promise<TableMarks> {
  const found = before
    ? Object.entries(before).map(([table, { columns }]) => ({ table, columns }))
    : await queryIn(connection, COLUMNS)
  const marks: TableMarks = {}
  for (const { table, columns } of found) {
    const row = `md5(row(${columns.join(', ')})::text)`
    const all = `select count(*)::int as rows, md5(coalesce(string_agg(${row}, '' order by ${row}), '')) as hash from "${table}"`
    const [mark] = await queryIn(connection, all)
    marks[table] = { columns, ...mark }
  }
  return marks
}

/** The tables whose rows are others than before. */
export const changedTables = (before: TableMarks, after: TableMarks): string[] =>
  Object.keys(before).filter(table => before[table]!.hash !== after[table]!.hash)
