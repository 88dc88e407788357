import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countUpTo } from '#lib/server/database/db.ts'
import { boundedLru } from '#lib/server/limits/boundedLru.ts'
import { placeOf } from '#lib/server/limits/place.ts'
import { fold, foldInPlace } from '#lib/server/search/fold.ts'
import { toSearch } from '#lib/server/search/search.ts'
import { toQuery, toVector } from '#lib/server/search/words.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { searchContract } from '../contract.ts'
import { MIN_VISITORS } from '../pastSearches.ts'
import { bestOf, readHits } from './hits.ts'
import { searchPublicNames } from './sources.ts'
import { pastSearch } from './tables.ts'

const MAX_STORED_TEXTS = 10_000
const MAX_SUGGESTED = 3

/** A day in ms. Each visitor counts once a day. */
const DAY = 86_400_000

/** Recent searches by visitor, and visitor counts of texts not stored yet; per process only. */
const recentSearches = boundedLru<true>(20_000, DAY)
const pendingVisitors = boundedLru<{ visitors: number }>(MAX_STORED_TEXTS)

export const pastSearchHandlers = {
  'POST /search/count': async (ctx, { key }) => {
    const folded = fold(key)
    const visitor = `${placeOf(ctx.address)} ${folded}`
    if (recentSearches.has(visitor)) return { counted: false }
    // Set before the first await, so that parallel requests of one visitor count once.
    recentSearches.set(visitor, true)
    if (!(await isEnabled(ctx))) return { counted: false }
    return {
      counted: (await countOnce(ctx, folded)) || (countPendingVisitor(folded) && (await storePastSearch(ctx, folded))),
    }
  },
} satisfies Partial<Handlers<typeof searchContract>>

const isEnabled = async (ctx: Ctx) => (await readGroup(ctx, 'search')).past === 'on'

/** Increments the count of a stored search text; returns whether it is stored. */
async function countOnce({ db }: Ctx, key: string): Promise<boolean> {
  const visitors = sql`${pastSearch.visitors} + 1`
  const kept = await db
    .update(pastSearch)
    .set({ visitors })
    .where(eq(pastSearch.key, key))
    .returning({ id: pastSearch.id })
  return kept.length > 0
}

/** Counts a visitor of a text not stored yet; returns whether the minimum is reached, and then resets the count. */
function countPendingVisitor(key: string): boolean {
  const visitors = (pendingVisitors.get(key)?.visitors ?? 0) + 1
  if (visitors < MIN_VISITORS) pendingVisitors.set(key, { visitors })
  else pendingVisitors.delete(key)
  return visitors >= MIN_VISITORS
}

async function storePastSearch(ctx: Ctx, key: string): Promise<boolean> {
  const text = await textInHeading(ctx, key)
  const isFull = (await countUpTo(ctx.db, MAX_STORED_TEXTS, sql`select 1 from ${pastSearch}`)) >= MAX_STORED_TEXTS
  if (text === null || isFull) return false
  const row = { key, text, visitors: MIN_VISITORS, words: wordsOfPast({ text }) }
  await ctx.db.insert(pastSearch).values(row).onConflictDoNothing()
  return true
}

/** Search vector of a past search: its words and their pinyin. */
export const wordsOfPast = ({ text }: { text: string }) => toVector([{ text, weight: 'A', pinyin: true }])

/** The text as written in a public heading; null when no heading contains it. */
async function textInHeading(ctx: Ctx, key: string): Promise<string | null> {
  const search = toSearch(key, { sort: 'rel', limit: MAX_SUGGESTED })
  if (!search) return null
  const answers = await searchPublicNames(ctx, { ...search, inHeadings: true })
  const hits = await readHits(bestOf(answers))
  return hits.map(({ title }) => pieceOf(title, fold(key))).find(piece => piece !== null) ?? null
}

function pieceOf(heading: string, key: string): string | null {
  const { plain, isWhole } = foldInPlace(heading)
  const at = plain.indexOf(key)
  return isWhole && at >= 0 ? heading.slice(at, at + key.length) : null
}

/** Suggests past searches with this beginning, most frequent first, if they still find something. */
export async function suggestPastSearches(ctx: Ctx, typed: string): Promise<string[]> {
  const query = toQuery(typed)
  if (query === null || !(await isEnabled(ctx))) return []
  const { key, text, visitors, words, isHidden, id } = pastSearch
  const rows = await ctx.db
    .select({ text })
    .from(pastSearch)
    .where(
      and(sql`${words} @@ ${query}::tsquery`, eq(isHidden, false), gte(visitors, MIN_VISITORS), ne(key, fold(typed))),
    )
    .orderBy(desc(visitors), id)
    .limit(MAX_SUGGESTED)
  const found = await Promise.all(rows.map(row => textInHeading(ctx, row.text)))
  return found.filter(piece => piece !== null)
}

/** Halves all visitor counts, monthly. */
export async function fadePastSearches({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await db.delete(pastSearch).where(and(lt(pastSearch.visitors, 2), eq(pastSearch.isHidden, false)))
  await db.update(pastSearch).set({ visitors: sql`${pastSearch.visitors} / 2` })
}
