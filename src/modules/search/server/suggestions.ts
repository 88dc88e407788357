import type { Handlers } from '#lib/server/api/call.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { toSearch } from '#lib/server/search/search.ts'
import type { searchContract } from '../contract.ts'
import { byRank, readHits } from './hits.ts'
import { askNamed, typeNames } from './sources.ts'

/** As fast as one types; a program that copies the site is held up. */
const spend = limit('suggest', { max: 60, per: 10_000 })

const MOST = 8

export const suggestionHandlers = {
  'GET /search/suggest': async (ctx, { key }) => {
    spend(ctx)
    const search = toSearch(key, { sort: 'rel', limit: MOST })
    if (!search) return []
    // Pinyin stands with the words alone.
    const inHeadings = /\p{Script=Han}/u.test(key)
    const answers = await askNamed(ctx, { ...search, inHeadings })
    const chosen = answers
      .flatMap(answer => answer.best.map(ranked => ({ ...ranked, answer })))
      .sort(byRank)
      .slice(0, 2 * MOST)
    const hits = await readHits(chosen)
    return [...new Map(hits.map(hit => [hit.title, hit])).values()]
      .slice(0, MOST)
      .map(({ title, type, label, route }) => ({ text: title, typeName: label ?? typeNames[type], route }))
  },
} satisfies Partial<Handlers<typeof searchContract>>
