import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Count } from '#lib/paging.ts'
import { countUpTo, type Db } from './db.ts'

/** Maximum rows of a table that is always counted exactly. */
const SMALL_TABLE_ROWS = 20_000
/** Maximum rows counted in a larger table: where an index alone answers, and where each row is read for its words. */
const MAX_COUNTED_BY_INDEX = 1_000
const MAX_COUNTED_BY_WORDS = 3_000

/**
 * Counts the rows of a query. Nobody needs the exact size of a long list, and counting costs more the longer it is:
 * beyond its bound the planner's estimate is returned.
 */
export async function countOf(db: Db, query: SQL): Promise<Count> {
  const bound = await boundOf(db, query)
  return countOrEstimate(db, await countUpTo(db, bound, query), bound, query)
}

/** Bound up to which the rows of `from` are counted. */
export async function boundOf(db: Db, from: SQLWrapper, { byWords = false } = {}): Promise<number> {
  const large = await largeTables(db)
  const isLarge = large.size > 0 && namesIn(from).some(name => large.has(name))
  if (!isLarge) return SMALL_TABLE_ROWS
  return byWords ? MAX_COUNTED_BY_WORDS : MAX_COUNTED_BY_INDEX
}

/** Returns a count made up to `bound` + 1; beyond the bound, the planner's estimate for `query`. */
export async function countOrEstimate(db: Db, counted: number, bound: number, query: SQL): Promise<Count> {
  if (counted <= bound) return counted
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${query}`,
  )
  return { about: Math.max(bound, toTwoFigures(rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'])) }
}

/** The same where the planner does not know better: of words it expects far too few rows. */
export const countOrOver = (counted: number, bound: number): Count => (counted > bound ? { over: bound } : counted)

/** Rounds to two figures: more would be false precision. */
const toTwoFigures = (rows: number) => Number(rows.toPrecision(2))

const dialect = new PgDialect({ casing: 'snake_case' })
const namesIn = (query: SQLWrapper) =>
  [...dialect.sqlToQuery(sql`${query}`).sql.matchAll(/"(\w+)"/g)].map(([, name]) => name!)

/** Cache time in ms of the table sizes, which change slowly. */
const TABLE_SIZES_CACHE_MS = 60_000
const known = new WeakMap<Db, { tables: Promise<ReadonlySet<string>>; until: number }>()

function largeTables(db: Db): Promise<ReadonlySet<string>> {
  const kept = known.get(db)
  if (kept && performance.now() < kept.until) return kept.tables
  const tables = readLargeTables(db)
  known.set(db, { tables, until: performance.now() + TABLE_SIZES_CACHE_MS })
  tables.catch(() => known.delete(db))
  return tables
}

async function readLargeTables(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind in ('r', 'p') and reltuples > ${SMALL_TABLE_ROWS}`,
  )
  return new Set(rows.map(({ name }) => name))
}
