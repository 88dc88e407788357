import type { Handlers } from '#lib/server/api/call.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { toSearch } from '#lib/server/search/search.ts'
import type { searchContract } from '../contract.ts'
import { searchPage } from '../searchPage.ts'
import { bestOf, byRank, readHits } from './hits.ts'
import { suggestPastSearches } from './pastSearches.ts'
import { searchPublicNames, typeNames } from './sources.ts'

/** Rate limit: fast enough for typing, too slow to copy the site. */
const spend = limit('suggest', { max: 60, per: 10_000 })

const MAX_SUGGESTIONS = 8

export const suggestionHandlers = {
  'GET /search/suggest': async (ctx, { key }) => {
    spend(ctx)
    const search = toSearch(key, { sort: 'rel', limit: MAX_SUGGESTIONS })
    if (!search) return []
    // Pinyin stands with the words alone.
    const inHeadings = /\p{Script=Han}/u.test(key)
    const [past, answers] = await Promise.all([
      suggestPastSearches(ctx, key),
      searchPublicNames(ctx, { ...search, inHeadings }),
    ])
    const chosen = bestOf(answers)
      .sort(byRank)
      .slice(0, 2 * MAX_SUGGESTIONS)
    const pages = (await readHits(chosen)).map(({ title, type, label, route }) => ({
      text: title,
      typeName: label ?? typeNames[type],
      route,
    }))
    // On equal text a page replaces the past search.
    const all = [...past.map(toSuggestion), ...pages]
    return [...new Map(all.map(suggestion => [suggestion.text, suggestion])).values()].slice(0, MAX_SUGGESTIONS)
  },
} satisfies Partial<Handlers<typeof searchContract>>

const toSuggestion = (text: string) => ({ text, typeName: '大家搜过', route: searchPage(text) })
