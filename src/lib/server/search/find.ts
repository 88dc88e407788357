import { type SQLWrapper, sql } from 'drizzle-orm'
import { type Found, type Ranked, SEARCH_WINDOW, type Search } from '#lib/search.ts'
import type { Ctx } from '../api/context.ts'
import { newestOf, type Sought } from '../database/newest.ts'

type Searched = Omit<Sought, 'matches'> & {
  words: SQLWrapper
  title: SQLWrapper
  /** Instead of `search.words`. */
  query?: string
  /** How many are fetched by their words; fewer where vectors are long. */
  few?: number
  read: Found['read']
}

/** What a search finds in one table. Ranking reads every vector it ranks, so of a common word only the newest are. */
export async function findRows({ db, now }: Pick<Ctx, 'db' | 'now'>, search: Search, of: Searched): Promise<Found> {
  const query = sql`${of.query ?? search.words}::tsquery`
  const ranks = search.sort === 'rel' && search.limit > 0
  const { total, kinds, places } = await newestOf(
    db,
    { ...of, matches: sql`${of.words} @@ ${query}` },
    { limit: ranks ? SEARCH_WINDOW : search.limit, few: search.limit === 0 ? SEARCH_WINDOW : of.few },
  )
  if (!ranks || places.length === 0)
    return { total, kinds, best: places.map(place => ({ ...place, rank: 0 })), read: of.read }
  const { rows } = await db.execute<Ranked>(sql`
    select id, to_json(at) #>> '{}' as at, rank from (
      select ${of.id} as id, ${of.at} as at, ${rankOf(query, of, search, now)} as rank
      from ${of.from} where ${of.id} = any(${sql.param(places.map(({ id }) => id))})
    ) ranked order by rank desc, at desc, id desc limit ${search.limit}`)
  return { total, kinds, best: rows, read: of.read }
}

/** By where the words stand and how often, a little more for what is recent, and first what is called just that. */
const rankOf = (query: SQLWrapper, { words, title, at }: Searched, { typed }: Search, now: Date) => sql`
  ts_rank(${words}, ${query}) * (1 + 0.2 / (1 + greatest(0, extract(epoch from ${now}::timestamptz - ${at})::float8 / 31557600)))
  + (lower(${title}) = ${typed.toLowerCase()})::int`
