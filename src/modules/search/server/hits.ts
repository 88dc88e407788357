import type { Found, Hit, Ranked } from '#lib/search.ts'
import { excerptOf, highlightTitle } from '#lib/server/search/highlight.ts'
import type { SearchType } from '../contract.ts'
import { isArticleType, typeNames } from './sources.ts'

export const byTime = (a: Ranked, b: Ranked) => Date.parse(b.at) - Date.parse(a.at)
export const byRank = (a: Ranked, b: Ranked) => b.rank - a.rank || byTime(a, b)

type Chosen = Ranked & { answer: Found & { type?: SearchType } }
export type TypedHit = Hit & { type: SearchType }

/** The best of each answer, as they come. */
export const bestOf = (answers: Chosen['answer'][]): Chosen[] =>
  answers.flatMap(answer => answer.best.map(ranked => ({ ...ranked, answer })))

/** Reads the hits through the source that found them; deleted ones are left out. */
export async function readHits(chosen: Chosen[]): Promise<TypedHit[]> {
  const answers = [...new Set(chosen.map(({ answer }) => answer))]
  const read = await Promise.all(
    answers.map(answer => answer.read(chosen.filter(one => one.answer === answer).map(({ id }) => id))),
  )
  return chosen.flatMap(({ id, answer }) => {
    const hit = read[answers.indexOf(answer)]!.find(one => one.id === id)
    return hit ? [{ ...hit, type: answer.type ?? (hit.type as SearchType) }] : []
  })
}

export function toSearchRow(hit: TypedHit, typed: string) {
  const title = highlightTitle(hit.title, typed)
  const { snippet, first } = excerptOf(hit.text, typed)
  return {
    type: hit.type,
    typeName: hit.label ?? typeNames[hit.type],
    id: hit.id,
    catalogId: hit.catalogId ?? null,
    catalogName: hit.catalogName ?? null,
    title,
    summary: snippet,
    publishTime: hit.publishTime,
    route: hit.route,
    // A match in the heading needs no link to a place in the text.
    passage: isArticleType(hit.type) && !title.includes('<em>') ? first : null,
  }
}
