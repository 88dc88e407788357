import type { Output, Parsed } from '#lib/contract.ts'
import { offset, toPage } from '#lib/paging.ts'
import { type Found, SEARCH_WINDOW, type Search } from '#lib/search.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOrOver } from '#lib/server/database/counting.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { remembered } from '#lib/server/pages/remembered.ts'
import { type Attempt, attemptsOf } from '#lib/server/search/questions.ts'
import { toSearch } from '#lib/server/search/search.ts'
import { synonymsIn } from '#lib/server/search/synonyms.ts'
import { findArticles } from '#modules/content/server/find.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { type SearchType, type searchContract, searchType } from '../contract.ts'
import { findCloseMatches } from './closeMatches.ts'
import { bestOf, byRank, byTime, readHits, toSearchRow } from './hits.ts'
import { type Answer, isArticleType, searchAll, typeNames } from './sources.ts'

type Endpoint = (typeof searchContract)['GET /search']
type SearchInput = Parsed<Endpoint>
type Row = Output<Endpoint>['list'][number]

/** Close matches are added when there are fewer results than this and no heading matches. */
const MIN_RESULTS = 10

/** A person who looks for something is not held up; a program that copies the site is. */
const spend = limit('search', { max: 30, per: 10_000 })

export const siteSearchHandlers = {
  'GET /search': async (ctx, asked) => {
    spend(ctx)
    const synonyms = await remembered(ctx, 'synonyms', async () =>
      synonymsIn((await readGroup(ctx, 'search')).synonyms),
    )
    let found: Awaited<ReturnType<typeof searchFor>>
    for (const attempt of attemptsOf(asked.key)) {
      const next = await searchFor(ctx, attempt, asked, synonyms)
      if (next?.isClear) return answer(next)
      found ??= next
      // The exact text was found, so rewritten queries are not tried.
      if (found?.taken === null) break
    }
    const close = await findCloseMatches(ctx, asked, found?.list)
    return found ? answer(found, close.near) : { ...nothing(asked), ...close }
  },
} satisfies Partial<Handlers<typeof searchContract>>

const nothing = (asked: SearchInput) => ({ ...toPage([], 0, asked), facets: facetsOf([]), taken: null })

const answer = ({ isClear: _, ...found }: NonNullable<Awaited<ReturnType<typeof searchFor>>>, near: Row[] = []) => ({
  ...found,
  near,
  suggestions: [],
})

/** Undefined where nothing is found; clear where a heading has it, or much else. */
async function searchFor(ctx: Ctx, { typed, isAsTyped }: Attempt, asked: SearchInput, synonyms: string[][]) {
  const { type, sort } = asked
  // The best of all are among the best of each.
  const limit = Math.min(offset(asked) + asked.pageSize, SEARCH_WINDOW)
  const search = toSearch(typed, { sort, limit, synonyms })
  if (!search) return
  // The intent is derived from the whole question, not from what is left after rewriting.
  search.ranking.wanted ??= toSearch(asked.key, search)?.ranking.wanted ?? null
  const answers = await searchAll(ctx, search, type)
  const isEverywhere = answers.some(({ type, total }) => type === undefined && total > SEARCH_WINDOW)
  const ofType = isArticleType(type) ? await findArticles(ctx, search, { type, isEverywhere }) : undefined
  const total = answers.reduce((sum, answer) => sum + answer.total, 0)
  if (total === 0) return
  const listed = ofType ? [ofType] : answers.filter(answer => type === 'all' || answer.type === type)
  const inHeading = sort === 'time' || listed.some(({ best }) => best.some(({ rank }) => rank >= 1))
  const isClear = inHeading || (isAsTyped && total >= MIN_RESULTS)
  return {
    ...(await readPage(listed, search, asked)),
    facets: facetsOf(answers),
    taken: isAsTyped ? null : typed,
    isClear,
  }
}

/** Counts per type. Articles are counted by type only within the search window. */
function facetsOf(answers: Answer[]) {
  const articles = answers.find(({ type }) => type === undefined)
  return searchType.options.map(type => {
    const { total = 0 } = answers.find(answer => answer.type === type) ?? articles ?? {}
    const count = isArticleType(type) ? (articles?.kinds[type] ?? 0) : total
    return { type, typeName: typeNames[type], count: Math.min(count, SEARCH_WINDOW), more: total > SEARCH_WINDOW }
  })
}

async function readPage(listed: (Found & { type?: SearchType })[], { typed, sort }: Search, asked: SearchInput) {
  const chosen = bestOf(listed)
    .sort(sort === 'time' ? byTime : byRank)
    .slice(offset(asked), offset(asked) + asked.pageSize)
  const hits = await readHits(chosen)
  const total = listed.reduce((sum, answer) => sum + answer.total, 0)
  return toPage(
    hits.map(hit => toSearchRow(hit, typed)),
    countOrOver(total, SEARCH_WINDOW),
    asked,
  )
}
