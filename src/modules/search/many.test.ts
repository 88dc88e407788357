import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { SEARCH_WINDOW } from '#lib/search.ts'
import { enterCertificates } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { article } from '#modules/content/server/tables.ts'
import { articleWords } from '#modules/content/server/words.ts'
import { type Hit, search, titles } from '#test/setups/search.ts'
import { setUpSite, site } from '#test/setups/site.ts'

setUpSite({ demo: true })

const MANY = SEARCH_WINDOW + 100
const PAGE = 100
const DAY = 86_400_000
/** A column of another type. */
const NOTICES = 41

/** Publishes this many articles, one per day backwards from `newest`. */
async function publish(
  count: number,
  textOf: (i: number) => { title: string; plain: string },
  newest: number,
  catalogueId = 61,
) {
  const rows = Array.from({ length: count }, (_, i) => {
    const { title, plain } = textOf(i)
    const words = articleWords({ title, docNo: '', keywords: [], summary: '', plain })
    const publishedAt = new Date(newest - i * DAY)
    return { catalogueId, title, plain, content: plain, status: 'published' as const, publishedAt, words }
  })
  // The newest are not the first that are met.
  await site.services.db.insert(article).values(rows.reverse())
}

/** Registers this many certificates, each issued a day before the previous one, starting at `newest`. */
async function certify(count: number, nameOf: (i: number) => string, { newest, number }: Certified) {
  const { db } = site.services
  const [known] = await db.select().from(certificate).where(eq(certificate.register, 'qualification')).limit(1)
  const { id: _, numberKey: _key, token: _token, words: _words, ...like } = known!
  const rows = Array.from({ length: count }, (_, i) => {
    const issuedOn = dayOf(new Date(newest - i * DAY))
    const name = nameOf(i)
    return {
      ...like,
      number: `${number}-${String(i).padStart(4, '0')}`,
      holderName: name,
      organisationName: name,
      issuedOn,
    }
  })
  // The newest are not the first that are met.
  await enterCertificates({ db, now: new Date() }, rows.reverse())
}
type Certified = { newest: number; number: string }

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
  // Older than all of these: none of the newest articles matches.
  await publish(MANY, i => ({ title: `旧闻${i}`, plain: '说到灯会的一段' }), now - 1000 * DAY)
  await publish(3, i => ({ title: `灯会第${i}号`, plain: '正文' }), now - 2000 * DAY)
  await publish(1, () => ({ title: '停电通知', plain: '说起旧闻的一段' }), now - 10 * DAY, NOTICES)
  await publish(1, () => ({ title: '旧闻的通知', plain: '正文' }), now - 20 * DAY, NOTICES)
  await certify(MANY, i => `霁月轩${i}号`, { newest: now, number: 'JYX-2024' })
  await certify(MANY, i => `听雨楼${i}号`, { newest: now - 5000 * DAY, number: 'TYL-2010' })
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

  test('what few have in their headings comes first, and what others have in their texts fills the page', async () => {
    const { data } = await search({ key: '灯会', pageSize: 10 })
    const [first, rest] = [titles(data.list).slice(0, 3), titles(data.list).slice(3)]
    expect(first).toEqual(['灯会第0号', '灯会第1号', '灯会第2号'])
    expect(rest).toHaveLength(7)
    expect(rest.every(title => title.startsWith('旧闻'))).toBe(true)
  })

  test.each(['霁月轩', '听雨楼'])('certificates of the newest and of the oldest: %s', async key => {
    const { data } = await search({ key, type: 'cert' })
    expect(data).toMatchObject({ total: SEARCH_WINDOW, more: true })
    expect(titles(data.list)[0]).toMatch(new RegExp(`^${key}\\d+号`))
    const hits = await allPages(key)
    expect(new Set(hits.map(({ id }) => id)).size).toBe(SEARCH_WINDOW)
  })

  test('of what the newest certificates have the newest come first', async () => {
    const { data } = await search({ key: '霁月轩' })
    expect(
      titles(data.list)
        .map(title => title.split(' ')[0])
        .slice(0, 3),
    ).toEqual([0, 1, 2].map(i => `霁月轩${i}号`))
  })

  test.each(['巡礼简报', '灯会'])('every page is full, and none stands on two: %s', async key => {
    const hits = await allPages(key)
    expect(hits).toHaveLength(SEARCH_WINDOW)
    expect(new Set(hits.map(({ id }) => id)).size).toBe(SEARCH_WINDOW)
  })

  test('by time they stand from the newest on', async () => {
    const { data } = await search({ key: '巡礼简报', sort: 'time' })
    expect(titles(data.list).slice(0, 3)).toEqual(['巡礼简报第0期', '巡礼简报第1期', '巡礼简报第2期'])
    const last = await search({ key: '巡礼简报', sort: 'time', pageNum: SEARCH_WINDOW / 10, pageSize: 10 })
    expect(titles(last.data.list)).toEqual(
      Array.from({ length: 10 }, (_, i) => `巡礼简报第${SEARCH_WINDOW - 10 + i}期`),
    )
  })

  test.each(['霁月轩', '听雨楼'])('so do certificates, on every page: %s', async key => {
    const last = SEARCH_WINDOW / 10
    const asked = { key, type: 'cert', sort: 'time', pageSize: 10 }
    const pages = await Promise.all([1, 2, last].map(pageNum => search({ ...asked, pageNum })))
    const named = pages.map(({ data }) => titles(data.list).map(title => title.split(' ')[0]))
    const from = (first: number) => Array.from({ length: 10 }, (_, i) => `${key}${first + i}号`)
    expect(named).toEqual([from(0), from(10), from(SEARCH_WINDOW - 10)])
    expect(pages[0]!.data).toMatchObject({ total: SEARCH_WINDOW, more: true })
  })

  describe('in the few articles of one type', () => {
    const asked = { type: 'notice', pageSize: 3 }

    test.each(['rel', 'time'])('are those that have it, and no other: %s', async sort => {
      const { data } = await search({ ...asked, key: '旧闻', sort })
      expect(data.total).toBe(2)
      expect(titles(data.list)).toEqual(sort === 'rel' ? ['旧闻的通知', '停电通知'] : ['停电通知', '旧闻的通知'])
      const types = data.list.map(({ typeName }: { typeName: string }) => typeName)
      expect(types).toEqual(['通知公告', '通知公告'])
    })

    test('where nothing has it, nothing is found', async () => {
      expect((await search({ ...asked, key: '巡礼简报' })).data).toMatchObject({ total: 0, list: [] })
    })
  })
})

describe('by what their numbers begin with certificates are found', () => {
  const routesOf = async (key: string) => (await search({ key, type: 'cert' })).data.list.map(({ route }: Hit) => route)

  test('and those alone, the newest first', async () => {
    const { data } = await search({ key: 'tyl 2010-00', type: 'cert' })
    expect(data.total).toBe(100)
    expect(data.list[0].route).toContain('TYL-2010-0000')
    const [more] = (await search({ key: 'TYL-2010' })).data.facets.filter(
      ({ type }: { type: string }) => type === 'cert',
    )
    expect(more).toMatchObject({ count: SEARCH_WINDOW, more: true })
  })

  test('the more of it is typed the fewer, and what stands within a number is found as well', async () => {
    expect(await routesOf('TYL-2010-0012')).toEqual(['/admin/verify?number=TYL-2010-0012'])
    expect(await routesOf('L-2010-0012')).toEqual(['/admin/verify?number=TYL-2010-0012'])
  })

  test('unless no list shows those', async () => {
    const { db } = site.services
    await certify(1, () => '听雨楼', { newest: Date.now(), number: 'OLD-JYX-2024-0007' })
    expect(await routesOf('JYX-2024-0007')).toEqual(['/admin/verify?number=JYX-2024-0007'])
    await db.update(certificate).set({ publishedAt: null }).where(eq(certificate.number, 'JYX-2024-0007'))
    expect(await routesOf('JYX-2024-0007')).toEqual(['/admin/verify?number=OLD-JYX-2024-0007-0000'])
  })
})

test.each(['rel', 'time'])(
  'what stands late in a long text, after hundreds that begin alike, is found: %s',
  async sort => {
    await publish(1, () => ({ title: '长卷', plain: `${'青鸾应当'.repeat(900)}。青鸾决定衔书归山` }), Date.now())
    const { data } = await search({ key: '青鸾决定衔书', sort })
    expect(titles(data.list)).toContain('长卷')
    expect(data.list[0]).toMatchObject({ summary: expect.stringContaining('<em>青鸾决定衔书</em>') })
    expect((await search({ key: '青鸾衔书', sort })).data.total).toBe(0)
  },
)
