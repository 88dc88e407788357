import type { Parsed } from '#lib/contract.ts'
import { offset, toPage } from '#lib/paging.ts'
import { type Found, type Hit, type Ranked, SEARCH_WINDOW, type Search } from '#lib/search.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { highlightTitle, snippet } from '#lib/server/search/highlight.ts'
import { type ArticleType, articleTypes } from '#modules/content/articleTypes.ts'
import { findArticles } from '#modules/content/server/find.ts'
import { type SearchType, type searchContract, searchType } from '../contract.ts'
import { type Answer, askAll, toSearch, typeNames } from './sources.ts'
import { suggest } from './suggest.ts'

type Endpoint = (typeof searchContract)['GET /search']
type Asked = Parsed<Endpoint>

/** A person who looks for something is not held up; a program that copies the site is. */
const spend = limit('search', { max: 30, per: 10_000 })

export const siteSearchHandlers = {
  'GET /search': async (ctx, asked) => {
    spend(ctx)
    const { key, type, sort } = asked
    // The best of all are among the best of each.
    const search = toSearch(key, { sort, limit: Math.min(offset(asked) + asked.pageSize, SEARCH_WINDOW) })
    if (!search) return { ...toPage([], 0, asked), facets: facetsOf([]), suggestions: [] }
    const [answers, ofType] = await Promise.all([
      askAll(ctx, search, type),
      isArticleType(type) ? findArticles(ctx, search, type) : undefined,
    ])
    const facets = facetsOf(answers)
    const listed = ofType ? [ofType] : answers.filter(answer => type === 'all' || answer.type === type)
    return {
      ...(await readPage(listed, search, asked)),
      facets,
      suggestions: facets.some(({ count }) => count > 0) ? [] : await suggest(ctx, key),
    }
  },
} satisfies Partial<Handlers<typeof searchContract>>

const isArticleType = (type: Asked['type']): type is ArticleType => articleTypes.some(one => one === type)

/** Of articles only so many are told apart by type as are found at all. */
function facetsOf(answers: Answer[]) {
  const articles = answers.find(({ type }) => type === undefined)
  return searchType.options.map(type => {
    const { total = 0 } = answers.find(answer => answer.type === type) ?? articles ?? {}
    const count = isArticleType(type) ? (articles?.kinds[type] ?? 0) : total
    return { type, typeName: typeNames[type], count: Math.min(count, SEARCH_WINDOW), more: total > SEARCH_WINDOW }
  })
}

async function readPage(listed: (Found & { type?: SearchType })[], { typed, sort }: Search, asked: Asked) {
  const chosen = listed
    .flatMap(answer => answer.best.map(ranked => ({ ...ranked, answer })))
    .sort(sort === 'time' ? byTime : byRank)
    .slice(offset(asked), offset(asked) + asked.pageSize)
  const hits = await readHits(chosen)
  const total = listed.reduce((sum, answer) => sum + answer.total, 0)
  return toPage(
    hits.map(hit => toRow(hit, typed)),
    total,
    asked,
    SEARCH_WINDOW,
  )
}

const byTime = (a: Ranked, b: Ranked) => Date.parse(b.at) - Date.parse(a.at)
const byRank = (a: Ranked, b: Ranked) => b.rank - a.rank || byTime(a, b)

/** Each answer reads its own; one that disappeared meanwhile is left out. */
async function readHits(chosen: (Ranked & { answer: Found & { type?: SearchType } })[]) {
  const answers = [...new Set(chosen.map(({ answer }) => answer))]
  const read = await Promise.all(
    answers.map(answer => answer.read(chosen.filter(one => one.answer === answer).map(({ id }) => id))),
  )
  return chosen.flatMap(({ id, answer }) => {
    const hit = read[answers.indexOf(answer)]!.find(one => one.id === id)
    return hit ? [{ ...hit, type: answer.type ?? (hit.type as SearchType) }] : []
  })
}

const toRow = (hit: Hit & { type: SearchType }, typed: string) => ({
  type: hit.type,
  typeName: typeNames[hit.type],
  id: hit.id,
  catalogId: hit.catalogId ?? null,
  catalogName: hit.catalogName ?? null,
  title: highlightTitle(hit.title, typed),
  summary: snippet(hit.text, typed),
  publishTime: hit.publishTime,
  route: hit.route,
})
