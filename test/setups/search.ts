import { article } from '#modules/content/server/tables.ts'
import { articleWords } from '#modules/content/server/words.ts'
import { site } from './site.ts'

export type Hit = {
  type: string
  id: number
  title: string
  summary: string
  route: string
  catalogId: number | null
}
export type Facet = { type: string; count: number; more: boolean }

/** Sends each search from a new address, so that no test uses up the rate limit of another. */
let caller = 0
export async function search(query: Record<string, string | number>) {
  const url = `/api/search?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
  const answer = await site.app.inject({ url, remoteAddress: `10.0.${++caller >> 8}.${caller & 255}` })
  return answer.json()
}

/** Published in a column, beside what the demo association has, so many days ago. */
export async function publish(title: string, plain = '正文', daysAgo = 0) {
  const words = articleWords({ title, docNo: '', keywords: [], summary: '', plain })
  const publishedAt = new Date(Date.now() - daysAgo * 86_400_000)
  await site.services.db
    .insert(article)
    .values({ catalogueId: 61, title, plain, content: plain, status: 'published', publishedAt, words })
}

/** Titles without highlighting. */
export const titles = (list: Hit[]) => list.map(({ title }) => title.replaceAll(/<\/?em>/g, ''))
