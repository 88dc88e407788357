import { sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { type Found, type Near, SEARCH_WINDOW, type Search } from '#lib/search.ts'
import type { Ctx } from '../api/context.ts'
import { newestOf } from '../database/newest.ts'
import { unindexed } from '../database/unindexed.ts'
import type { ConditionInput, SearchedTable } from './searchedTable.ts'
import {
  ENOUGH_TO_RANK,
  FEW_MATCHES,
  type FoundRows,
  MAX_READ_TEXTS,
  type Statements,
  statementsOf,
} from './statements.ts'

type SearchContext = Pick<Ctx, 'db' | 'now'>
type Finding = {
  read: Found['read']
  /** Replaces `search.words`. */
  query?: string
  among?: string
}
type Way = { of: SearchedTable; ask: Statements }
/** A search in one table, with its values. */
type Question = Way & { values: Values; given: ConditionInput; read: Found['read'] }
type Values = ConditionInput & Search['ranking'] & Pick<Search, 'late'> & { query: string }

/** Prepares the statements for a table once; the returned function runs a search. */
export function searchIn(of: SearchedTable) {
  const byWords = wayIn(of)
  const byHeading = of.heading ? wayIn({ ...of, name: `${of.name}_called`, words: of.heading, isLong: false }) : byWords
  return async (
    ctx: SearchContext,
    search: Search,
    { read, query = search.words, among = '{}' }: Finding,
  ): Promise<Found> => {
    const given = { now: ctx.now, today: dayOf(ctx.now), among }
    const way = search.inHeadings ? byHeading : byWords
    const late = way.of.isLong ? search.late : null
    const values = { ...given, ...search.ranking, query, late }
    const question = { ...way, values, given, read }
    if (search.near) return findNear(ctx, search, search.near, question)
    return search.sort === 'rel' || search.limit === 0
      ? findBest(ctx, search, question)
      : findNewest(ctx, search, question)
  }
}

const wayIn = (of: SearchedTable): Way => ({ of, ask: statementsOf(of) })

async function findBest({ db }: SearchContext, { limit }: Search, { of, ask, values, read }: Question): Promise<Found> {
  const asked = { ...values, limit }
  const [found] = await ask.find(db).execute(asked)
  const { total, kinds, called, ids, best } = found!
  if (best || limit === 0) return { total, kinds, best: best ?? [], read }
  const areNewest = !of.heading && called.length > 0
  const most = Math.max(MAX_READ_TEXTS, limit)
  const ofMany = {
    most,
    newest: areNewest ? null : called.length > SEARCH_WINDOW ? 'heading' : 'words',
    called: `{${(areNewest ? called.slice(0, most) : called).join()}}`,
    ids: `{${ids.join()}}`,
  }
  return { total, kinds, best: await ask.findOfMany(db).execute({ ...asked, ...ofMany }), read }
}

/** Default number of matches fetched by the word index for a later page. */
const DEFAULT_FETCHED_MATCHES = 10_000

async function findNewest(
  { db }: SearchContext,
  { limit }: Search,
  { of, ask, values, given, read }: Question,
): Promise<Found> {
  // The first query already yields the newest matches, or all of them, for tables with short words.
  const [first] = of.heading ? [] : await ask.find(db).execute({ ...values, limit: 0 })
  const known = first && newestIn(first, limit)
  const matching = (query: string) => sql`${of.words} @@ ${query}::tsquery`
  const matches = matching(values.query)
  const sought = known
    ? { ...of, where: sql`${of.id} = any(${`{${known.join()}}`}::int[])`, matches: sql`true` }
    : { ...of, where: of.where(given), matches: of.isOfFew ? unindexed(matches) : matches }
  // The first pages of what many have are sooner read from the newest on.
  const few = limit > ENOUGH_TO_RANK ? (of.few ?? DEFAULT_FETCHED_MATCHES) : SEARCH_WINDOW
  let found = await newestOf(db, sought, { limit, few })
  if (values.late && found.total < FEW_MATCHES)
    found = await newestOf(db, { ...sought, matches: matching(`${values.query} | ${values.late}`) }, { limit, few })
  const { total, kinds } = first ?? found
  return { total, kinds, best: found.places.map(place => ({ ...place, rank: 0 })), read }
}

/** Among which the newest are that are wanted; undefined where that is not known. */
function newestIn({ total, called, ids }: FoundRows, limit: number): number[] | undefined {
  if (total <= SEARCH_WINDOW) return ids
  return called.length >= limit ? called.slice(0, limit) : undefined
}

async function findNear(
  { db }: SearchContext,
  { limit }: Search,
  near: Near,
  { of, ask, values, read }: Question,
): Promise<Found> {
  if (!of.heading) return { total: 0, kinds: {}, best: [], read }
  const { most, any, least, parts, inText } = near
  const rows = await ask.findNear(db).execute({
    ...values,
    most,
    any,
    least,
    parts: parts.map(({ query }) => query),
    weights: parts.map(({ weight }) => weight),
    texts: inText.map(({ query }) => query),
    surely: inText.map(({ surely }) => surely),
    scores: inText.map(({ score }) => score),
    limit: Math.max(1, limit),
  })
  return { total: rows.length, kinds: {}, best: limit > 0 ? rows : [], read }
}
