import type { Parsed } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { meantStretch, toWholeWords } from '#lib/server/search/meantStretch.ts'
import { toNear } from '#lib/server/search/near.ts'
import { stripQuestionWords } from '#lib/server/search/questions.ts'
import { toSearch } from '#lib/server/search/search.ts'
import { findArticles } from '#modules/content/server/find.ts'
import type { SearchType, searchContract } from '../contract.ts'
import { bestOf, byRank, readHits, toSearchRow } from './hits.ts'
import { type Answer, isArticleType, searchAll } from './sources.ts'

type SearchInput = Parsed<(typeof searchContract)['GET /search']>

const MAX_MATCHES = 10
const MAX_SUGGESTIONS = 5

/** Finds close matches, without the results already found, and corrections of the query. */
export async function findCloseMatches(
  ctx: Ctx,
  { key, type }: SearchInput,
  found: { type: SearchType; id: number }[] = [],
) {
  // Question words are removed, since they occur in many headings.
  const typed = stripQuestionWords(key)
  const search = toSearch(typed, { sort: 'rel', limit: MAX_MATCHES })
  const near = toNear(typed, { isAll: found.length === 0 })
  if (!search || !near) return { near: [], suggestions: [] }
  search.ranking.wanted ??= toSearch(key, search)?.ranking.wanted ?? null
  const asked = { ...search, near }
  const answers: Answer[] = isArticleType(type)
    ? [await findArticles(ctx, asked, { type })]
    : (await searchAll(ctx, asked, type)).filter(answer => type === 'all' || answer.type === type)
  const chosen = bestOf(answers).sort(byRank).slice(0, MAX_MATCHES)
  const hits = (await readHits(chosen)).filter(hit => found.every(({ type, id }) => type !== hit.type || id !== hit.id))
  const shared = hits.map(hit => {
    const within = [hit.title, hit.text].find(text => meantStretch(text, typed) !== undefined)
    const part = within && meantStretch(within, typed)
    return within && part ? { part, words: toWholeWords(within, part) } : undefined
  })
  return {
    near: hits.map((hit, i) => toSearchRow(hit, shared[i]?.part ?? typed)),
    suggestions: [...new Set(shared.flatMap(found => found?.words ?? []))].slice(0, MAX_SUGGESTIONS),
  }
}
