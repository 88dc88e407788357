import { type SQLWrapper, sql } from 'drizzle-orm'
import { type Found, type Near, type Ranked, SEARCH_WINDOW, type Search } from '#lib/search.ts'
import type { Ctx } from '../api/context.ts'
import { newestOf, type Sought } from '../database/newest.ts'

type Asking = Pick<Ctx, 'db' | 'now'>
type Searched = Omit<Sought, 'matches'> & {
  words: SQLWrapper
  /** Of the words those of the heading, where there are more; by these alone is found what comes close. */
  heading?: SQLWrapper
  title: SQLWrapper
  /** Instead of `search.words`. */
  query?: string
  /** How many are fetched by their words; fewer where vectors are long. */
  few?: number
  read: Found['read']
}

/** What a search finds in one table. Ranking reads every vector it ranks, so of a common word only the newest are. */
export async function findRows(ctx: Asking, search: Search, of: Searched): Promise<Found> {
  if (search.near) return findNear(ctx, search, search.near, of)
  const query = sql`${of.query ?? search.words}::tsquery`
  const ranks = search.sort === 'rel' && search.limit > 0
  const { total, kinds, places } = await newestOf(
    ctx.db,
    { ...of, matches: sql`${of.words} @@ ${query}` },
    { limit: ranks ? SEARCH_WINDOW : search.limit, few: search.limit === 0 ? SEARCH_WINDOW : of.few },
  )
  if (!ranks || places.length === 0)
    return { total, kinds, best: places.map(place => ({ ...place, rank: 0 })), read: of.read }
  const ids = places.map(({ id }) => id)
  if (total > places.length) ids.push(...(await findByHeading(ctx, query, of)))
  return { total, kinds, best: await rank(ctx, ids, query, search, of), read: of.read }
}

/** What is called so is not lost among many that are newer. */
async function findByHeading({ db }: Asking, query: SQLWrapper, { from, id, heading, where }: Searched) {
  if (!heading) return []
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${id} as id from ${from} where ${where} and ${heading} @@ ${query} limit ${SEARCH_WINDOW}`,
  )
  return rows.map(row => row.id)
}

/** Headings are short and put in order first; the long words are read of the best of them alone. */
const READ = 200

async function rank({ db, now }: Asking, ids: number[], query: SQLWrapper, { ranking, limit }: Search, of: Searched) {
  const { rows } = await db.execute<Ranked>(sql`
    with best as materialized (
      select ${of.id} as id, ${of.at} as at, ${byHeading(query, ranking, of)} + ${byAge(of, now)} as rank
      from ${of.from} where ${of.id} = any(${sql.param(ids)})
      order by rank desc, at desc, id desc limit ${Math.max(READ, limit)}
    )
    select best.id, to_json(best.at) #>> '{}' as at, best.rank + 0.3 * ts_rank(${of.words}, ${query}) as rank
    from best, ${of.from} where ${of.id} = best.id
    order by rank desc, best.at desc, best.id desc limit ${limit}`)
  return rows
}

/** First what is called just that, then what has it in its heading, the shorter the heading the better. */
const byHeading = (
  query: SQLWrapper,
  { exact, length, wanted }: Search['ranking'],
  { words, heading = words, title }: Searched,
) => sql`
  2 * (${heading} @@ ${exact}::tsquery)::int
  + (${heading} @@ ${query})::int * (1 + 0.5 * least(1, ${length}::float8 / greatest(1, char_length(${title}))))
  + ${wanted === null ? sql`0` : sql`0.5 * (${heading} @@ ${wanted}::tsquery)::int`}`

const byAge = ({ at }: Searched, now: Date) => sql`
  0.05 / (1 + greatest(0, extract(epoch from ${now}::timestamptz - ${at})::float8 / 31557600))`

/** What has most of what was asked for in its heading, or in its text with one character otherwise. */
async function findNear({ db, now }: Asking, { limit, ranking }: Search, near: Near, of: Searched): Promise<Found> {
  const { from, id, at, heading, title, words, where } = of
  if (!heading) return { total: 0, kinds: {}, best: [], read: of.read }
  const inHeading = sql.join(
    near.parts.map(({ query, weight }) => sql`${weight}::float8 * (${heading} @@ ${query}::tsquery)::int`),
    sql` + `,
  )
  const inText = near.inText === null ? sql`false` : sql`${words} @@ ${near.inText}::tsquery`
  const brevity = sql`0.1 * least(1, ${ranking.length}::float8 / greatest(1, char_length(${title})))`
  const wanted = ranking.wanted === null ? sql`0` : sql`0.1 * (${heading} @@ ${ranking.wanted}::tsquery)::int`
  const { rows } = await db.execute<Ranked>(sql`
    with close as materialized (
      select ${id} as id, ${at} as at, ${inHeading} as score,
        ${brevity} + ${wanted} + ${byAge(of, now)} as more
      from ${from} where ${where} and ${heading} @@ ${near.any}::tsquery limit ${2 * SEARCH_WINDOW}
    ), otherwise as materialized (
      select ${id} as id, ${at} as at, ${brevity} + ${byAge(of, now)} as more
      from ${from} where ${where} and ${inText} limit ${SEARCH_WINDOW}
    )
    select id, to_json(at) #>> '{}' as at, max(rank) as rank from (
      select id, at, score + more as rank from close where score >= ${near.least}
      union all select id, at, 0.7 + more from otherwise
    ) both_ways group by id, at order by rank desc, at desc, id desc limit ${Math.max(1, limit)}`)
  return { total: rows.length, kinds: {}, best: limit > 0 ? rows : [], read: of.read }
}
