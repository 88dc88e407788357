import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countUpTo } from '#lib/server/database/db.ts'
import { lastOf } from '#lib/server/limits/lastOf.ts'
import { placeOf } from '#lib/server/limits/place.ts'
import { fold, foldInPlace } from '#lib/server/search/fold.ts'
import { toSearch } from '#lib/server/search/search.ts'
import { toQuery, toVector } from '#lib/server/search/words.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { searchContract } from '../contract.ts'
import { SEVERAL } from '../pastSearches.ts'
import { bestOf, readHits } from './hits.ts'
import { askNamed } from './sources.ts'
import { pastSearch } from './tables.ts'

/** Maximum stored search texts, and maximum suggested at once. */
const [MOST, SHOWN] = [10_000, 3]

/** A day in ms. Each visitor counts once a day. */
const DAY = 86_400_000

/** Recent searches by visitor, and visitor counts of texts not stored yet; per process only. */
const lately = lastOf<true>(20_000, DAY)
const waiting = lastOf<{ visitors: number }>(MOST)

export const pastSearchHandlers = {
  'POST /search/count': async (ctx, { key }) => {
    const folded = fold(key)
    const visitor = `${placeOf(ctx.address)} ${folded}`
    if (lately.has(visitor)) return { counted: false }
    // Set before the first await, so that parallel requests of one visitor count once.
    lately.set(visitor, true)
    if (!(await isWanted(ctx))) return { counted: false }
    return { counted: (await countOnce(ctx, folded)) || (areSeveral(folded) && (await keep(ctx, folded))) }
  },
} satisfies Partial<Handlers<typeof searchContract>>

const isWanted = async (ctx: Ctx) => (await readGroup(ctx, 'search')).past === 'on'

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
function areSeveral(key: string): boolean {
  const visitors = (waiting.get(key)?.visitors ?? 0) + 1
  if (visitors < SEVERAL) waiting.set(key, { visitors })
  else waiting.delete(key)
  return visitors >= SEVERAL
}

async function keep(ctx: Ctx, key: string): Promise<boolean> {
  const text = await writtenIn(ctx, key)
  const isFull = (await countUpTo(ctx.db, MOST, sql`select 1 from ${pastSearch}`)) >= MOST
  if (text === null || isFull) return false
  const row = { key, text, visitors: SEVERAL, words: wordsOfPast({ text }) }
  await ctx.db.insert(pastSearch).values(row).onConflictDoNothing()
  return true
}

/** Search vector of a past search: its words and their pinyin. */
export const wordsOfPast = ({ text }: { text: string }) => toVector([{ text, weight: 'A', pinyin: true }])

/** The text as written in a public heading; null when no heading contains it. */
async function writtenIn(ctx: Ctx, key: string): Promise<string | null> {
  const search = toSearch(key, { sort: 'rel', limit: SHOWN })
  if (!search) return null
  const answers = await askNamed(ctx, { ...search, inHeadings: true })
  const hits = await readHits(bestOf(answers))
  return hits.map(({ title }) => pieceOf(title, fold(key))).find(piece => piece !== null) ?? null
}

function pieceOf(heading: string, key: string): string | null {
  const { plain, isWhole } = foldInPlace(heading)
  const at = plain.indexOf(key)
  return isWhole && at >= 0 ? heading.slice(at, at + key.length) : null
}

/** Suggests past searches with this beginning, most frequent first, if they still find something. */
export async function proposePast(ctx: Ctx, typed: string): Promise<string[]> {
  const query = toQuery(typed)
  if (query === null || !(await isWanted(ctx))) return []
  const { key, text, visitors, words, isHidden, id } = pastSearch
  const rows = await ctx.db
    .select({ text })
    .from(pastSearch)
    .where(and(sql`${words} @@ ${query}::tsquery`, eq(isHidden, false), gte(visitors, SEVERAL), ne(key, fold(typed))))
    .orderBy(desc(visitors), id)
    .limit(SHOWN)
  const found = await Promise.all(rows.map(row => writtenIn(ctx, row.text)))
  return found.filter(piece => piece !== null)
}

/** Halves all visitor counts, monthly. */
export async function fadePastSearches({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await db.delete(pastSearch).where(and(lt(pastSearch.visitors, 2), eq(pastSearch.isHidden, false)))
  await db.update(pastSearch).set({ visitors: sql`${pastSearch.visitors} / 2` })
}
