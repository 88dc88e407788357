import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { COUNT_LIMIT } from '../paging.ts'
import type { Db } from './db.ts'

export type Sought = {
  /** A table, or several joined. */
  from: SQLWrapper
  id: SQLWrapper
  /** A moment or a day; with `id` the order, and both have an index. */
  at: SQLWrapper
  where: SQL
  /** A condition with an index of its own: words, part of a number. */
  matches: SQL
  /** Counted apart. */
  kind?: SQLWrapper
}
export type Place = { id: number; at: string }
type Answer = { total: number; kinds: Record<string, number> | null; places: Place[] | null }

/**
 * Which of those that match are the newest, and how many there are, to `COUNT_LIMIT` and one more. By their own index
 * as long as they are few; of many the order's index soon has enough. Nobody can know beforehand how many there are,
 * and the planner guesses badly for words: so they are counted first.
 */
export async function newestOf(db: Db, sought: Sought, { limit, skip = 0 }: { limit: number; skip?: number }) {
  const { from, id, at, where, matches, kind } = sought
  const page = sql`order by at desc, id desc limit ${limit} offset ${skip}`
  const { rows } = await db.execute<Answer>(sql`
    with hit as materialized (
      select ${id} as id, ${at} as at, ${kind ?? sql`null`} as kind from ${from}
      where ${where} and ${matches} limit ${COUNT_LIMIT + 1}
    )
    select (select count(*) from hit) as total,
      (select json_object_agg(kind, n) from (select kind, count(*) as n from hit where kind is not null group by kind) k) as kinds,
      (select json_agg(p) from (select id, at from hit where (select count(*) from hit) <= ${COUNT_LIMIT} ${page}) p) as places`)
  const { total, kinds, places } = rows[0]!
  const counted = { total, kinds: kinds ?? {} }
  if (total <= COUNT_LIMIT || limit === 0) return { ...counted, places: places ?? [] }
  // Within `case` a condition is no longer a way to the rows.
  const many = await db.execute<Pick<Answer, 'places'>>(sql`
    select json_agg(p) as places from (
      select ${id} as id, ${at} as at from ${from} where ${where} and case when ${matches} then true end ${page}
    ) p`)
  return { ...counted, places: many.rows[0]!.places ?? [] }
}
