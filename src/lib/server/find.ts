import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Found, type Ranked, SEARCH_WINDOW, type Search } from '../search.ts'
import type { Ctx } from './context.ts'

type Searched = {
  /** A table, or several joined. */
  from: SQLWrapper
  id: SQLWrapper
  words: SQLWrapper
  title: SQLWrapper
  /** When it was published, joined, begins: the newer comes first. */
  at: SQLWrapper
  /** What visitors may see. */
  where: SQL
  /** Instead of `search.words`. */
  query?: string
  kind?: SQLWrapper
  read: Found['read']
}

/**
 * What a search finds in one table. Ranking reads every vector it ranks, so of a common word only the newest 1,000 are.
 * The query stands in the statement itself: from anywhere else the planner could not tell rare words from common ones.
 */
export async function findRows({ db, now }: Pick<Ctx, 'db' | 'now'>, search: Search, of: Searched): Promise<Found> {
  const query = sql`${of.query ?? search.words}::tsquery`
  const { rows } = await db.execute<{ total: number; kinds: Found['kinds'] | null; best: Ranked[] | null }>(sql`
    with hit as materialized (
      select ${of.id} as id, ${of.at} as at, ${of.words} as words, ${of.title} as title, ${of.kind ?? sql`null`} as kind
      from ${of.from} where ${of.where} and ${of.words} @@ ${query}
      order by ${of.at} desc, ${of.id} desc limit ${SEARCH_WINDOW + 1}
    ), best as (
      select id, at, ${search.sort === 'rel' ? rankOf(query, search, now) : sql`0`} as rank from hit
      order by rank desc, at desc, id desc limit ${search.limit}
    )
    select (select count(*) from hit) as total,
      (select json_object_agg(kind, n) from (select kind, count(*) as n from hit where kind is not null group by kind) k) as kinds,
      (select json_agg(best) from best) as best`)
  const { total, kinds, best } = rows[0]!
  return { total, kinds: kinds ?? {}, best: best ?? [], read: of.read }
}

/** By where the words stand and how often, a little more for what is recent, and first what is called just that. */
const rankOf = (query: SQL, { typed }: Search, now: Date) => sql`
  ts_rank(words, ${query}) * (1 + 0.2 / (1 + greatest(0, extract(epoch from ${now}::timestamptz - at)::float8 / 31557600)))
  + (lower(title) = ${typed.toLowerCase()})::int`
