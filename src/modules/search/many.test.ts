import { beforeAll, describe, expect, test } from 'vitest'
import { SEARCH_WINDOW } from '#lib/search.ts'
import { article } from '#modules/content/server/tables.ts'
import { articleWords } from '#modules/content/server/words.ts'
import { type Hit, search, titles } from '#test/setups/search.ts'
import { setUpSite, site } from '#test/setups/site.ts'

setUpSite({ demo: true })

const MANY = SEARCH_WINDOW + 100
const PAGE = 100
const DAY = 86_400_000

/** As many articles as are called so, the first one the newest. */
async function publish(count: number, textOf: (i: number) => { title: string; plain: string }, newest: number) {
  const rows = Array.from({ length: count }, (_, i) => {
    const { title, plain } = textOf(i)
    const words = articleWords({ title, docNo: '', keywords: [], summary: '', plain })
    const publishedAt = new Date(newest - i * DAY)
    return { catalogueId: 61, title, plain, content: plain, status: 'published' as const, publishedAt, words }
  })
  await site.services.db.insert(article).values(rows)
}

/** All that can be turned to, page by page. */
async function allPages(key: string): Promise<Hit[]> {
  const pages: Hit[][] = []
  for (let pageNum = 1; pageNum <= SEARCH_WINDOW / PAGE; pageNum++)
    pages.push((await search({ key, pageNum, pageSize: PAGE })).data.list)
  return pages.flat()
}

beforeAll(async () => {
  const now = Date.now()
  await publish(MANY, i => ({ title: `巡礼简报第${i}期`, plain: '正文' }), now)
  // Neither among the newest nor among the first that are met.
  await publish(1, () => ({ title: '巡礼简报', plain: '正文' }), now - 5000 * DAY)
  // Behind all of these: none of the newest has it.
  await publish(MANY, i => ({ title: `旧闻${i}`, plain: '说到灯会的一段' }), now - 1000 * DAY)
})

describe('of more than are counted', () => {
  test.each(['巡礼简报', '灯会'])('it is said that there are more: %s', async key => {
    const { data } = await search({ key })
    expect(data).toMatchObject({ total: SEARCH_WINDOW, more: true })
    const policy = data.facets.find(({ type }: { type: string }) => type === 'policy')
    expect(policy).toMatchObject({ count: SEARCH_WINDOW, more: true })
  })

  test('what is called just that comes first, however old it is, and then the newest', async () => {
    const { data } = await search({ key: '巡礼简报' })
    expect(titles(data.list).slice(0, 4)).toEqual(['巡礼简报', '巡礼简报第0期', '巡礼简报第1期', '巡礼简报第2期'])
  })

  test.each(['巡礼简报', '灯会'])('every page is full, and none stands on two: %s', async key => {
    const hits = await allPages(key)
    expect(hits).toHaveLength(SEARCH_WINDOW)
    expect(new Set(hits.map(({ id }) => id)).size).toBe(SEARCH_WINDOW)
  })

  test('by time they stand from the newest on', async () => {
    const { data } = await search({ key: '巡礼简报', sort: 'time' })
    expect(titles(data.list).slice(0, 3)).toEqual(['巡礼简报第0期', '巡礼简报第1期', '巡礼简报第2期'])
  })
})
