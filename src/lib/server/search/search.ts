import type { Search } from '#lib/search.ts'
import { toExactQuery } from './heading.ts'
import { GUIDES, wantsToDo } from './questions.ts'
import { synonymQueries } from './synonyms.ts'
import { toLateQuery, toQuery, toRankQuery, toRegisterQuery } from './words.ts'

type SearchOptions = Pick<Search, 'sort' | 'limit'> & { synonyms?: string[][] }

/** Builds the search that the modules take; null where the text holds neither letter nor digit. */
export function toSearch(typed: string, { sort, limit, synonyms = [] }: SearchOptions): Search | null {
  const ways = [typed, ...synonymQueries(typed, synonyms)]
  const words = anyOf(ways.map(toQuery))
  const exact = anyOf(ways.map(toExactQuery))
  if (words === null || exact === null) return null
  return {
    typed: ways.join(' '),
    words,
    late: anyOf(ways.map(toLateQuery)),
    register: anyOf(ways.map(toRegisterQuery))!,
    sort,
    limit,
    ranking: {
      exact,
      length: Array.from(typed.replace(/\s/g, '')).length,
      wanted: wantsToDo(typed) ? guides : null,
      rankQuery: anyOf(ways.map(toRankQuery))!,
    },
  }
}

function anyOf(queries: (string | null)[]): string | null {
  const [first, ...others] = queries.filter(query => query !== null)
  if (first === undefined) return null
  return others.length > 0 ? [first, ...others].map(query => `(${query})`).join(' | ') : first
}

const guides = GUIDES.map(toQuery).join(' | ')
