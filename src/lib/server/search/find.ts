import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Found, type Near, type Ranked, SEARCH_WINDOW, type Search } from '#lib/search.ts'
import type { Ctx } from '../api/context.ts'
import { newestOf, type Sought } from '../database/newest.ts'
import { unindexed } from '../database/unindexed.ts'

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

/** How many are fetched by their words at once. */
const FEW = 10_000

/** What a search finds in one table. Ranking reads every vector it ranks, so of a common word only the newest are. */
export async function findRows(ctx: Asking, search: Search, of: Searched): Promise<Found> {
  if (search.near) return findNear(ctx, search, search.near, of)
  const query = sql`${of.query ?? search.words}::tsquery`
  const words = search.inHeadings ? (of.heading ?? of.words) : of.words
  const sought = { ...of, words, matches: sql`${words} @@ ${query}` }
  if (search.sort === 'rel' || search.limit === 0) return findBest(ctx, search, sought, query)
  const { total, kinds, places } = await newestOf(ctx.db, sought, { limit: search.limit, few: of.few ?? FEW })
  return { total, kinds, best: places.map(place => ({ ...place, rank: 0 })), read: of.read }
}

type Matching = Searched & Pick<Sought, 'matches'>

async function findBest(ctx: Asking, search: Search, of: Matching, query: SQLWrapper): Promise<Found> {
  const { total, kinds, called, ids } = await countSome(ctx, of, query)
  if (search.limit === 0 || total === 0) return { total, kinds, best: [], read: of.read }
  const chosen = total > SEARCH_WINDOW ? await chooseOfMany(ctx, search, of, query, { called, ids }) : new Set(ids)
  return { total, kinds, best: await rank(ctx, chosen, query, search, of), read: of.read }
}

/**
 * `ids`: those that were counted; `called`: of these, or beside them, those that have the words in their headings, or of a
 * table without headings the newest that have them.
 */
type Some = { total: number; kinds: Record<string, number>; called: number[]; ids: number[] }

/**
 * All that match, or of many so many as are counted. Where headings alone are as many, no text is read: long words are
 * far from their rows. All of them are found by their words alone: the planner would read all that `where` allows, too,
 * for it takes what has the words to be spread evenly.
 */
async function countSome({ db }: Asking, of: Matching, query: SQLWrapper): Promise<Some> {
  const { from, id, kind, heading, where, matches } = of
  const some = (condition: SQLWrapper) => sql`
    select ${id} as id, ${kind ?? sql`null`} as kind from ${from}
    where ${condition} and ${unindexed(where)} limit ${SEARCH_WINDOW + 1}`
  const called = heading ? some(sql`${heading} @@ ${query}`) : newestIfFrequent(of, query)
  const { rows } = await db.execute<Some>(sql`
    with called as materialized (${called}),
      has as materialized (${some(sql`(select count(*) from called) <= ${SEARCH_WINDOW} and ${matches}`)}),
      hit as (select * from called where (select count(*) from called) > ${SEARCH_WINDOW} union all select * from has)
    select (select count(*) from hit) as total,
      array_to_json(array(select id from called)) as called, array_to_json(array(select id from hit)) as ids,
      coalesce((select json_object_agg(kind, n)
        from (select kind, count(*) as n from hit where kind is not null group by kind) k), '{}') as kinds`)
  return rows[0]!
}

/** Of so many of the newest so many have a word that is everywhere. */
const SAMPLE = 400
const FREQUENT = 10
/** So many of the newest are read for it at most; where they have fewer than are counted, all that have it are looked up. */
const MOST_READ = 20_000

/**
 * Where words are short: the newest rows that have what is everywhere, as many as are counted. By their index all of them
 * would be gone through, however few are wanted: a third of a microsecond for each.
 */
function newestIfFrequent({ from, id, kind, at, words, where }: Matching, query: SQLWrapper): SQL {
  const having = (limit: number, columns: SQLWrapper) => sql`
    from (select ${columns}, ${words} as words from ${from} where ${where}
      order by ${at} desc, ${id} desc limit ${limit}) newest where newest.words @@ ${query}`
  return sql`
    select id, kind ${having(MOST_READ, sql`${id} as id, ${kind ?? sql`null`} as kind`)}
      and (select count(*) ${having(SAMPLE, sql`1`)}) >= ${FREQUENT} limit ${SEARCH_WINDOW + 1}`
}

/** So many are enough to be put in order, unless a later page is asked for. */
const ENOUGH = 50

/**
 * What of many is put in order: the newest, what is called just so however old it is, and so many that have it in their
 * headings. Long words are read row by row, the newest first, only until there are as many as are read anyway; where few
 * of so many rows match, what was counted comes with them.
 */
async function chooseOfMany(
  { db }: Asking,
  { limit, ranking }: Search,
  { from, id, at, words, heading, where }: Matching,
  query: SQLWrapper,
  { called, ids }: Pick<Some, 'called' | 'ids'>,
): Promise<Set<number>> {
  const most = Math.max(READ, limit)
  const justSo = sql`
    select ${id} as id from ${from}
    where ${heading ?? words} @@ ${ranking.exact}::tsquery and ${unindexed(where)} limit ${READ}`
  const newest = sql`
    select id from (
      select ${id} as id, ${words} as words from ${from} where ${where}
      order by ${at} desc, ${id} desc limit ${SEARCH_WINDOW}
    ) newest where words @@ ${query} limit ${most}`
  const areNewest = !heading && called.length > 0
  const { rows } = await db.execute<{ id: number }>(areNewest ? justSo : sql`(${newest}) union (${justSo})`)
  const chosen = new Set([...rows.map(({ id }) => id), ...(areNewest ? called.slice(0, most) : called)])
  return chosen.size < Math.max(ENOUGH, limit) ? chosen.union(new Set(ids)) : chosen
}

/** Headings are short and put in order first; the long words are read of the best of them alone. */
const READ = 200

async function rank(
  { db, now }: Asking,
  ids: Set<number>,
  query: SQLWrapper,
  { ranking, limit }: Search,
  of: Searched,
) {
  const { rows } = await db.execute<Ranked>(sql`
    with best as materialized (
      select ${of.id} as id, ${of.at} as at, ${byHeading(query, ranking, of)} + ${byAge(of, now)} as rank
      from ${of.from} where ${of.id} = any(${`{${[...ids].join()}}`}::int[])
      order by rank desc, at desc, id desc limit ${Math.max(READ, limit)}
    )
    select best.id, to_json(best.at) #>> '{}' as at, best.rank + 0.3 * ts_rank(${of.words}, ${query}) as rank
    from best, ${of.from} where ${of.id} = best.id
    order by rank desc, best.at desc, best.id desc limit ${limit}`)
  return rows
}

/**
 * First what is called just that, then what has it in its heading, the shorter the heading the better. Where the words of
 * the heading are not known apart, as of a certificate, which has its holder's employer among them, less is said by them.
 */
function byHeading(
  query: SQLWrapper,
  { exact, length, wanted }: Search['ranking'],
  { words, heading, title }: Searched,
): SQLWrapper {
  const named = sql`2 * (${heading ?? words} @@ ${exact}::tsquery)::int`
  if (!heading) return sql`${named} + ${HELD}::float8 * (${words} @@ ${query})::int`
  return sql`${named}
    + (${heading} @@ ${query})::int * (1 + 0.5 * least(1, ${length}::float8 / greatest(1, char_length(${title}))))
    + ${wanted === null ? sql`0` : sql`0.5 * (${heading} @@ ${wanted}::tsquery)::int`}`
}

/** More than a text that has it, and less than a heading. */
const HELD = 0.5

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
  const brevity = sql`0.1 * least(1, ${ranking.length}::float8 / greatest(1, char_length(${title})))`
  const wanted = ranking.wanted === null ? sql`0` : sql`0.1 * (${heading} @@ ${ranking.wanted}::tsquery)::int`
  const having = (query: string | null) =>
    sql`array(select ${id} from ${from} where ${where} and ${heading} @@ ${query}::tsquery limit ${SEARCH_WINDOW})`
  const { rows } = await db.execute<Ranked>(sql`
    with close as materialized (
      select ${id} as id, ${at} as at, ${inHeading} as score, ${brevity} + ${wanted} + ${byAge(of, now)} as more
      from ${from} where ${id} = any(${having(near.most)} || ${having(near.any)})
    )
    select id, to_json(at) #>> '{}' as at, max(rank) as rank from (
      select id, at, score + more as rank from close where score >= ${near.least}
      ${sql.join(
        near.inText.map(
          ({ query, score }) => sql`union all (
            select ${id}, ${at}, ${score}::float8 + ${brevity} + ${wanted} + ${byAge(of, now)}
            from ${from} where ${where} and ${words} @@ ${query}::tsquery limit ${SEARCH_WINDOW})`,
        ),
      )}
    ) both_ways group by id, at order by rank desc, at desc, id desc limit ${Math.max(1, limit)}`)
  return { total: rows.length, kinds: {}, best: limit > 0 ? rows : [], read: of.read }
}
