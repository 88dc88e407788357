import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Ranked, SEARCH_WINDOW } from '#lib/search.ts'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'
import { unindexed } from '../database/unindexed.ts'
import { NEAR_MATCH_SCORE } from './near.ts'
import {
  bound,
  byAge,
  exact,
  late,
  length,
  limit,
  matchingRows,
  query,
  rankedColumns,
  rankQuery,
  type SearchedTable,
  searchParameters,
  wanted,
  whereOf,
} from './searchedTable.ts'

export type Statements = ReturnType<typeof statementsOf>

/**
 * `called`: those that have the words in their headings, or of a table without headings the newest that have them; `ids`:
 * those that were counted. `best`: null where these are too many to be put in order.
 */
export type FoundRows = {
  total: number
  kinds: Record<string, number>
  called: number[]
  ids: number[]
  best: Ranked[] | null
}

/** Headings are short and put in order first; the long words are read of the best of them alone. */
export const MAX_READ_TEXTS = 200

/** The statements by which a table is searched by its words, put together once. */
export const statementsOf = (of: SearchedTable) => ({
  find: prepared(db => findSome(db, of).prepare(`search_${of.name}`)),
  findOfMany: prepared(db => findOfMany(db, of).prepare(`search_${of.name}_of_many`)),
  findNear: prepared(db => findNear(db, of).prepare(`search_${of.name}_near`)),
})

/** Below this many matches, late parts of long texts are searched, too. */
export const FEW_MATCHES = 10

/**
 * Finds all matches, up to the number that is counted. If headings alone reach it, no text is read: long word vectors
 * are stored far from their rows. With many matches, the best are taken from those with matching headings, if there are
 * enough.
 */
function findSome(db: Db, of: SearchedTable) {
  const { from, id, kind, words, heading, isLong } = of
  const some = (condition: SQLWrapper) => sql`
    select ${id} as id, ${kind ?? sql`null`} as kind from ${from}
    where ${condition} limit ${bound(SEARCH_WINDOW + 1)}`
  const called = heading ? some(matchingRows(of, sql`${heading} @@ ${query}`)) : newestIfFrequent(of)
  const count = (of: string) => sql`(select count(*) from ${sql.raw(of)})`
  const areMany = (of: string) => sql`${count(of)} > ${bound(SEARCH_WINDOW)}`
  const lateOnes = sql`select * from (
    ${some(sql`${count('has')} < ${bound(FEW_MATCHES)} and ${matchingRows(of, sql`${words} @@ ${late}`)}`)}) late
    where not exists (select 1 from has where has.id = late.id)`
  const areEnough = heading ? sql`${count('called')} >= ${limit}::int and not ${areMany('called')}` : sql`false`
  return db
    .select({
      total: sql<number>`total`,
      kinds: sql<FoundRows['kinds']>`kinds`,
      called: sql<number[]>`called`,
      ids: sql<number[]>`ids`,
      best: sql<FoundRows['best']>`best`,
    })
    .from(
      sql`(with ${searchParameters}, called as materialized (${called}),
        has as materialized (${some(sql`not ${areMany('called')} and ${matchingRows(of, sql`${words} @@ ${query}`)}`)}),
        hit as materialized (select * from called where ${areMany('called')} union all select * from has
          ${isLong ? sql`union all ${lateOnes}` : sql``}),
        among as materialized (select case
          when not ${areMany('hit')} then array(select id from hit)
          when ${areEnough} then array(select id from called) end as ids)
      select ${count('hit')} as total,
        array_to_json(array(select id from called)) as called, array_to_json(array(select id from hit)) as ids,
        coalesce((select json_object_agg(kind, n)
          from (select kind, count(*) as n from hit where kind is not null group by kind) k), '{}') as kinds,
        case when (select ids from among) is not null then coalesce((select json_agg(r) from (
          ${ranked(of, sql`(select ids from among)::int[]`)}) r), '[]') end as best) found`,
    )
}

/** A word counts as frequent if `FREQUENT` of the newest `SAMPLE` rows have it. */
const SAMPLE_ROWS = 400
const FREQUENT_ROWS = 10
/** Maximum newest rows scanned for a frequent word; if too few of them have it, all matches are looked up. */
const MAX_SCANNED_ROWS = 20_000

/**
 * Selects, for tables with short words, the newest rows with a frequent word, up to the number that is counted. Its
 * index would visit every match, however few are wanted, at a third of a microsecond each.
 */
function newestIfFrequent(of: SearchedTable): SQL {
  const { from, id, kind, at, words } = of
  const having = (most: number, columns: SQLWrapper) => sql`
    from (select ${columns}, ${words} as words from ${from} where ${whereOf(of)}
      order by ${at} desc, ${id} desc limit ${bound(most)}) newest where newest.words @@ ${query}`
  return sql`
    select id, kind ${having(MAX_SCANNED_ROWS, sql`${id} as id, ${kind ?? sql`null`} as kind`)}
      and (select count(*) ${having(SAMPLE_ROWS, sql`1`)}) >= ${bound(FREQUENT_ROWS)} limit ${bound(SEARCH_WINDOW + 1)}`
}

/** Number of matches that are enough to rank, unless a later page is requested. */
export const ENOUGH_TO_RANK = 50

/**
 * The best of more than are counted: of the newest, of what is called just so however old it is, and of those that are
 * `called` so. Words are read row by row, the newest first, only until there are as many as are read anyway; and where few
 * of so many rows have them, what was counted comes with them.
 */
function findOfMany(db: Db, of: SearchedTable) {
  const { from, id, at, words, heading } = of
  const ids = (name: string) => sql`select unnest(${sql.placeholder(name)}::int[])`
  const newest = sql`
    select id from (
      select ${id} as id, ${words} as words, ${heading ?? words} as heading from ${from} where ${whereOf(of)}
      order by ${at} desc, ${id} desc limit ${bound(SEARCH_WINDOW)}
    ) newest
    where case ${sql.placeholder('newest')}::text when 'words' then words @@ ${query} when 'heading' then heading @@ ${query} end
    limit ${sql.placeholder('most')}`
  const justSo = sql`
    select ${id} from ${from} where ${matchingRows(of, sql`${heading ?? words} @@ ${exact}`)} limit ${bound(MAX_READ_TEXTS)}`
  return db.select(rankedColumns).from(
    sql`(with ${searchParameters},
        chosen as materialized ((${newest}) union (${justSo}) union ${ids('called')}),
        among as materialized (select id from chosen union select * from (${ids('ids')}) counted
          where (select count(*) from chosen) < greatest(${bound(ENOUGH_TO_RANK)}, ${limit}::int))
      ${ranked(of, sql`array(select id from among)`)}) best`,
  )
}

/**
 * Weights of fields D to A: higher for body text than PostgreSQL's defaults, so that frequency and proximity count
 * about as much as a year of age.
 */
const FIELDS = sql.raw(`'{0.4, 0.6, 0.8, 1}'`)

/** Ranks the rows with ids in `among`: by heading, then by text, and age. */
const ranked = (of: SearchedTable, among: SQLWrapper): SQL => sql`
  select best.id, to_json(best.at) #>> '{}' as at, best.rank + 0.3 * ts_rank(${FIELDS}, ${of.words}, ${rankQuery}) as rank
  from (
    select ${of.id} as id, ${of.at} as at, ${byHeading(of)} + ${byAge(of.at)} as rank
    from ${of.from} where ${of.id} = any(${among})
    order by rank desc, at desc, id desc limit greatest(${bound(MAX_READ_TEXTS)}, ${limit}::int)
  ) best, ${of.from} where ${of.id} = best.id
  order by rank desc, best.at desc, best.id desc limit ${limit}::int`

/**
 * First what is called just that, then what has it in its heading, the shorter the heading the better. Where the words of
 * the heading are not known apart, as of a certificate, which has its holder's employer among them, less is said by them.
 */
function byHeading({ words, heading, title }: SearchedTable): SQL {
  const named = sql`2 * (${heading ?? words} @@ ${exact})::int`
  if (!heading) return sql`${named} + ${bound(WORD_HIT_SCORE)} * (${words} @@ ${query})::int`
  return sql`${named}
    + (${heading} @@ ${query})::int * (1 + 0.5 * least(1, ${length} / greatest(1, char_length(${title}))))
    + 0.5 * coalesce((${heading} @@ ${wanted})::int, 0)`
}

/** Score between a match in the text and one in the heading. */
const WORD_HIT_SCORE = 0.5

/**
 * Finds rows whose headings have most of the query; if no heading comes as close as a text can, also texts with one
 * character changed, or all but one of the words.
 */
function findNear(db: Db, of: SearchedTable) {
  const { from, id, at, heading = of.words, title, words } = of
  const given = (name: string) => sql.placeholder(name)
  const having = (query: string) => sql`array(
    select ${id} from ${from} where ${matchingRows(of, sql`${heading} @@ (select ${sql.raw(query)} from near)`)}
    limit ${bound(SEARCH_WINDOW)})`
  const more = sql`0.1 * least(1, ${length} / greatest(1, char_length(${title})))
    + 0.1 * coalesce((${heading} @@ ${wanted})::int, 0) + ${byAge(at)}`
  return db.select(rankedColumns).from(
    sql`(with ${searchParameters}, near as materialized (select ${given('most')}::tsquery as most_of_it, ${given('any')}::tsquery as any_of_it),
        part as materialized (
          select query::tsquery, weight from unnest(${given('parts')}::text[], ${given('weights')}::float8[]) p (query, weight)),
        text as materialized (
          select query::tsquery, surely::tsquery, score
          from unnest(${given('texts')}::text[], ${given('surely')}::text[], ${given('scores')}::float8[]) t (query, surely, score)),
        close as materialized (
          select ${id} as id, ${at} as at, (select sum(weight) from part where ${heading} @@ part.query) as score, ${more} as more
          from ${from} where ${id} = any(${having('most_of_it')} || ${having('any_of_it')})
        ),
        both_ways as (
          select id, at, score + more as rank from close where score >= ${given('least')}::float8
          union all
          select found.id, found.at, text.score + found.more from text cross join lateral (
            select ${id} as id, ${at} as at, ${more} as more from ${from}
            where not exists (select 1 from close where close.score >= ${bound(NEAR_MATCH_SCORE)})
              and ${matchingRows(of, sql`${words} @@ text.surely`)} and ${unindexed(sql`${words} @@ text.query`)}
            limit ${bound(SEARCH_WINDOW)}
          ) found
        )
      select id, to_json(at) #>> '{}' as at, max(rank) as rank from both_ways
      group by id, at order by rank desc, both_ways.at desc, id desc limit ${limit}::int) best`,
  )
}
