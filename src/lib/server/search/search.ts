import type { Search } from '#lib/search.ts'
import { toExactQuery } from './heading.ts'
import { GUIDES, wantsToDo } from './questions.ts'
import { toQuery, toRegisterQuery } from './words.ts'

/** What was typed, as the modules take it; null where it holds neither letter nor digit. */
export function toSearch(typed: string, { sort, limit }: Pick<Search, 'sort' | 'limit'>): Search | null {
  const words = toQuery(typed)
  const exact = toExactQuery(typed)
  if (words === null || exact === null) return null
  const wanted = wantsToDo(typed) ? guides : null
  return {
    typed,
    words,
    register: toRegisterQuery(typed)!,
    sort,
    limit,
    ranking: { exact, length: Array.from(typed.replace(/\s/g, '')).length, wanted },
  }
}

const guides = GUIDES.map(toQuery).join(' | ')
