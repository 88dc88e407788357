import { sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { type Found, type Near, type Ranked, SEARCH_WINDOW, type Search } from '#lib/search.ts'
import type { Ctx } from '../api/context.ts'
import { newestOf } from '../database/newest.ts'
import { byAge, type Given, READ, type Searched, type Statements, statementsOf } from './searched.ts'

type Asking = Pick<Ctx, 'db' | 'now'>
type Finding = {
  read: Found['read']
  /** Instead of `search.words`. */
  query?: string
  among?: string
}
type Way = { of: Searched; ask: Statements }
/** What one search asks of one table. */
type Question = Way & { query: string; given: Given; read: Found['read'] }

/** How a table is searched: put together once, and then asked what a search finds in it. */
export function searchIn(of: Searched) {
  const byWords = wayIn(of)
  const byHeading = of.heading ? wayIn({ ...of, name: `${of.name}_called`, words: of.heading }) : byWords
  return async (ctx: Asking, search: Search, { read, query = search.words, among = '{}' }: Finding): Promise<Found> => {
    const given = { now: ctx.now, today: dayOf(ctx.now), among }
    const question = { ...(search.inHeadings ? byHeading : byWords), query, given, read }
    if (search.near) return findNear(ctx, search, search.near, question)
    return search.sort === 'rel' || search.limit === 0
      ? findBest(ctx, search, question)
      : findNewest(ctx, search, question)
  }
}

const wayIn = (of: Searched): Way => ({ of, ask: statementsOf(of) })

async function findBest({ db }: Asking, search: Search, { of, ask, query, given, read }: Question): Promise<Found> {
  const { limit, ranking } = search
  const asked = { ...given, ...ranking, query, limit }
  const [found] = await ask.find(db).execute(asked)
  const { total, kinds, called, ids, best } = found!
  if (best || limit === 0) return { total, kinds, best: best ?? [], read }
  const areNewest = !of.heading && called.length > 0
  const most = Math.max(READ, limit)
  const ofMany = {
    most,
    newest: areNewest ? null : called.length > SEARCH_WINDOW ? 'heading' : 'words',
    called: `{${(areNewest ? called.slice(0, most) : called).join()}}`,
    ids: `{${ids.join()}}`,
  }
  return { total, kinds, best: await ask.findOfMany(db).execute({ ...asked, ...ofMany }), read }
}

/** How many are fetched by their words at once, where not otherwise said. */
const FEW = 10_000

async function findNewest({ db }: Asking, { limit }: Search, { of, query, given, read }: Question): Promise<Found> {
  const matches = sql`${of.words} @@ ${query}::tsquery`
  const sought = { ...of, where: of.where(given), matches }
  const { total, kinds, places } = await newestOf(db, sought, { limit, few: of.few ?? FEW })
  return { total, kinds, best: places.map(place => ({ ...place, rank: 0 })), read }
}

/** What has most of what was asked for in its heading, or in its text with one character otherwise. */
async function findNear(
  { db, now }: Asking,
  { limit, ranking }: Search,
  near: Near,
  { of, given, read }: Question,
): Promise<Found> {
  const { from, id, at, heading, title, words } = of
  if (!heading) return { total: 0, kinds: {}, best: [], read }
  const where = of.where(given)
  const age = byAge(at, sql`${now}`)
  const inHeading = sql.join(
    near.parts.map(({ query, weight }) => sql`${weight}::float8 * (${heading} @@ ${query}::tsquery)::int`),
    sql` + `,
  )
  const brevity = sql`0.1 * least(1, ${ranking.length}::float8 / greatest(1, char_length(${title})))`
  const wanted = ranking.wanted === null ? sql`0` : sql`0.1 * (${heading} @@ ${ranking.wanted}::tsquery)::int`
  const having = (query: string | null) =>
    sql`array(select ${id} from ${from} where ${where} and ${heading} @@ ${query}::tsquery limit ${SEARCH_WINDOW})`
  const { rows } = await db.execute<Ranked>(sql`
    with close as materialized (
      select ${id} as id, ${at} as at, ${inHeading} as score, ${brevity} + ${wanted} + ${age} as more
      from ${from} where ${id} = any(${having(near.most)} || ${having(near.any)})
    )
    select id, to_json(at) #>> '{}' as at, max(rank) as rank from (
      select id, at, score + more as rank from close where score >= ${near.least}
      ${sql.join(
        near.inText.map(
          ({ query, score }) => sql`union all (
            select ${id}, ${at}, ${score}::float8 + ${brevity} + ${wanted} + ${age}
            from ${from} where ${where} and ${words} @@ ${query}::tsquery limit ${SEARCH_WINDOW})`,
        ),
      )}
    ) both_ways group by id, at order by rank desc, at desc, id desc limit ${Math.max(1, limit)}`)
  return { total: rows.length, kinds: {}, best: limit > 0 ? rows : [], read }
}
