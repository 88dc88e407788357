import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Count } from '#lib/paging.ts'
import { countUpTo, type Db } from './db.ts'

/** In rows: a table of up to so many is counted whatever is asked of it. */
const SMALL = 20_000
/** In a larger one rows are counted to here, where indexes alone tell them, or where each is read for its words. */
const BY_INDEX = 1_000
const BY_WORDS = 3_000

/**
 * How many rows a query has. Nobody needs a long list's exact size, and to count it costs more the more there are: beyond
 * its bound it is what the planner expects, by what PostgreSQL has noted of the table.
 */
export async function countOf(db: Db, query: SQL): Promise<Count> {
  const bound = await boundOf(db, query)
  return orEstimate(db, await countUpTo(db, bound, query), bound, query)
}

/** How far the rows of `from` are counted. */
export async function boundOf(db: Db, from: SQLWrapper, { byWords = false } = {}): Promise<number> {
  const large = await largeTables(db)
  const isLarge = large.size > 0 && namesIn(from).some(name => large.has(name))
  if (!isLarge) return SMALL
  return byWords ? BY_WORDS : BY_INDEX
}

/** What was counted to `bound` and one more; of more, about how many `query` has. */
export async function orEstimate(db: Db, counted: number, bound: number, query: SQL): Promise<Count> {
  if (counted <= bound) return counted
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${query}`,
  )
  return { about: Math.max(bound, toTwoFigures(rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'])) }
}

/** The same where the planner does not know better: of words it expects far too few rows. */
export const orMore = (counted: number, bound: number): Count => (counted > bound ? { over: bound } : counted)

/** More would pretend to know. */
const toTwoFigures = (rows: number) => Number(rows.toPrecision(2))

const dialect = new PgDialect({ casing: 'snake_case' })
const namesIn = (query: SQLWrapper) =>
  [...dialect.sqlToQuery(sql`${query}`).sql.matchAll(/"(\w+)"/g)].map(([, name]) => name!)

/** In ms: tables grow slowly. */
const KNOWN_FOR = 60_000
const known = new WeakMap<Db, { tables: Promise<ReadonlySet<string>>; until: number }>()

function largeTables(db: Db): Promise<ReadonlySet<string>> {
  const kept = known.get(db)
  if (kept && performance.now() < kept.until) return kept.tables
  const tables = readLargeTables(db)
  known.set(db, { tables, until: performance.now() + KNOWN_FOR })
  tables.catch(() => known.delete(db))
  return tables
}

async function readLargeTables(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind in ('r', 'p') and reltuples > ${SMALL}`,
  )
  return new Set(rows.map(({ name }) => name))
}
