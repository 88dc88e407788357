import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Order } from '../database/newest.ts'
import { unindexed } from '../database/unindexed.ts'

/** What a condition goes by: its value, or where a prepared statement finds it. */
export type Given = {
  now: Date | SQLWrapper
  today: string | SQLWrapper
  /** Of a table whose rows are told apart, among which is searched: as PostgreSQL writes an array. */
  among: string | SQLWrapper
}

/** A table as it is searched. */
export type Searched = Pick<Order, 'at'> & {
  /** Names its statements. */
  name: string
  from: SQLWrapper
  id: SQLWrapper
  /** Counted apart. */
  kind?: SQLWrapper
  words: SQLWrapper
  /** Of the words those of the heading, where there are more; by these alone is found what comes close. */
  heading?: SQLWrapper
  title: SQLWrapper
  where: (given: Given) => SQL
  /** Texts may be so long that tokens late in them go by other names: where few are found, these are looked for, too. */
  isLong?: boolean
  /** How many are fetched by their words at once, for the newest of them; fewer where vectors are long. */
  few?: number
  /** `where` allows so few rows that they are found by it: of what nearly every row has, its words find too many. */
  isOfFew?: boolean
}

/** What is the same each time stands in it, or no index that is for such rows alone would serve. */
export const whereOf = ({ where }: Searched) => where({ now, today, among }).inlineParams()
/** Those of the table that have words. One index finds them: the planner would take both, for it goes by averages. */
export const thoseWith = (of: Searched, words: SQLWrapper): SQL =>
  of.isOfFew ? sql`${whereOf(of)} and ${unindexed(words)}` : sql`${words} and ${unindexed(whereOf(of))}`
/** Within a statement, or it would be planned as if it read a tenth of what it may. */
export const bound = (n: number) => sql.raw(String(n))

/**
 * What is asked, once for a statement. Its parts are looked up in it: so no plan goes by how frequent the words are, which
 * PostgreSQL would have to guess each time, and a plan that was made once holds for all.
 */
export const asked = sql`asked as materialized (select ${sql.placeholder('query')}::tsquery as query,
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

/** By how many years ago it was: less than anything that is said by headings. */
export const byAge = (at: SQLWrapper): SQL => sql`
  0.05 / (1 + greatest(0, extract(epoch from ${now} - ${at})::float8 / 31557600))`

/** What statements answer of those that are put in order (`Ranked`). */
export const rankedColumns = { id: sql<number>`id`, at: sql<string>`at`, rank: sql<number>`rank` }
