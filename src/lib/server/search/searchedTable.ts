import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Order } from '../database/newest.ts'
import { unindexed } from '../database/unindexed.ts'

/** Input of a condition: a value, or its place in a prepared statement. */
export type ConditionInput = {
  now: Date | SQLWrapper
  today: string | SQLWrapper
  /** Ids to search among, as a PostgreSQL array literal, for tables that use this. */
  among: string | SQLWrapper
}

/** A table as it is searched. */
export type SearchedTable = Pick<Order, 'at'> & {
  /** Names its statements. */
  name: string
  from: SQLWrapper
  id: SQLWrapper
  /** Counted apart. */
  kind?: SQLWrapper
  words: SQLWrapper
  /** Heading words, for tables that have more words; near matches use these only. */
  heading?: SQLWrapper
  title: SQLWrapper
  where: (given: ConditionInput) => SQL
  /** Texts may be so long that tokens late in them go by other names: where few are found, these are looked for, too. */
  isLong?: boolean
  /** Maximum matches fetched by the word index to find the newest of them; lower where vectors are long. */
  few?: number
  /** `where` allows so few rows that they are found by it: of what nearly every row has, its words find too many. */
  isOfFew?: boolean
}

/** Inlines constants: otherwise partial indexes would not be used. */
export const whereOf = ({ where }: SearchedTable) => where({ now, today, among }).inlineParams()
/** Rows that match the words, found by one index only: the planner, which goes by averages, would use both. */
export const matchingRows = (of: SearchedTable, words: SQLWrapper): SQL =>
  of.isOfFew ? sql`${whereOf(of)} and ${unindexed(words)}` : sql`${words} and ${unindexed(whereOf(of))}`
/** Inlines a limit: with a parameter the planner assumes that a tenth of the rows is read. */
export const bound = (n: number) => sql.raw(String(n))

/**
 * Parameters of a search in one row of a CTE. The planner cannot see the words, so it does not guess from their
 * frequency, and one plan fits all searches.
 */
export const searchParameters = sql`asked as materialized (select ${sql.placeholder('query')}::tsquery as query,
  ${sql.placeholder('rankQuery')}::tsquery as rank_query, ${sql.placeholder('late')}::tsquery as late, ${sql.placeholder('exact')}::tsquery as exact, ${sql.placeholder('wanted')}::tsquery as wanted,
  ${sql.placeholder('length')}::float8 as length, ${sql.placeholder('now')}::timestamptz as now,
  ${sql.placeholder('today')}::date as today, ${sql.placeholder('among')}::bigint[] as among)`
export const query = sql`(select query from asked)`
export const rankQuery = sql`(select rank_query from asked)`
export const late = sql`(select late from asked)`
export const exact = sql`(select exact from asked)`
export const wanted = sql`(select wanted from asked)`
export const length = sql`(select length from asked)`
const now = sql`(select now from asked)`
const today = sql`(select today from asked)`
const among = sql`(select among from asked)`
export const limit = sql.placeholder('limit')

/** Bonus for recent rows, by age in years: less than any score of a heading. */
export const byAge = (at: SQLWrapper): SQL => sql`
  0.05 / (1 + greatest(0, extract(epoch from ${now} - ${at})::float8 / 31557600))`

/** Columns of ranked rows (`Ranked`). */
export const rankedColumns = { id: sql<number>`id`, at: sql<string>`at`, rank: sql<number>`rank` }
