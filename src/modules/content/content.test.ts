import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { iso } from '#lib/dates.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { article, articleFile, catalogue } from './server/tables.ts'
import { articleWords } from './server/words.ts'

setUpSite({ demo: true })

type Row = { id: number; title: string; publishTime: string; isTop: boolean; catalogId: number }

/** An article that an editor has written, published an hour ago unless told otherwise. */
async function publish(of: Partial<typeof article.$inferInsert> & { catalogueId: number; title: string }) {
  const [row] = await site.services.db
    .insert(article)
    .values({
      content: '<p>正文</p>',
      plain: '正文',
      status: 'published',
      publishedAt: new Date(Date.now() - 3_600_000),
      words: articleWords({ title: of.title, docNo: '', keywords: [], summary: '', plain: '正文' }),
      ...of,
    })
    .returning({ id: article.id })
  return row!.id
}

describe('a visitor reads a column', () => {
  test('the newest articles come first, those at the top before them', async () => {
    const { code, data } = await site.get('/catalog/a', { catalogId: 26 })
    expect(code).toBe(200)
    expect(data.list[0]).toMatchObject({ id: 3467, catalogName: '下载专区', isTop: true, hasFile: true })
    const times = data.list.slice(1).map((row: Row) => row.publishTime)
    expect(times).toEqual([...times].sort().reverse())
    expect(data).toMatchObject({ pageNum: 1, pageSize: 10, pages: Math.ceil(data.total / 10) })
  })

  test('its pages together hold every article once', async () => {
    const first = await site.get('/catalog/a', { catalogId: 41, pageSize: 5 })
    const ids: number[] = []
    for (let pageNum = 1; pageNum <= first.data.pages; pageNum++) {
      const { data } = await site.get('/catalog/a', { catalogId: 41, pageSize: 5, pageNum })
      ids.push(...data.list.map((row: Row) => row.id))
    }
    expect(new Set(ids).size).toBe(first.data.total)
    expect(ids).toHaveLength(first.data.total)
  })

  test('a parent column lists the articles of all its columns', async () => {
    const { data } = await site.get('/catalog/a', { catalogId: 4, pageSize: 100 })
    expect(new Set(data.list.map((row: Row) => row.catalogId))).toEqual(new Set([41, 42, 43]))
  })

  test('a draft, a withdrawn, a deleted and a scheduled article are not there', async () => {
    const before = (await site.get('/catalog/a', { catalogId: 43 })).data.total
    await publish({ catalogueId: 43, title: '草稿', status: 'draft' })
    await publish({ catalogueId: 43, title: '已撤下', status: 'withdrawn' })
    await publish({ catalogueId: 43, title: '已删除', deletedAt: new Date() })
    const scheduled = await publish({
      catalogueId: 43,
      title: '明天发布',
      publishedAt: new Date(Date.now() + 86_400_000),
    })
    expect((await site.get('/catalog/a', { catalogId: 43 })).data.total).toBe(before)
    expect(await site.get('/catalog/a/info', { id: scheduled })).toMatchObject({ status: 200, code: 404, data: null })
    await publish({ catalogueId: 43, title: '已发布' })
    expect((await site.get('/catalog/a', { catalogId: 43 })).data.total).toBe(before + 1)
  })

  test('is narrowed by words and by the year in Shanghai', async () => {
    const inJanuary = await publish({
      catalogueId: 53,
      title: '元旦零点的文章',
      publishedAt: new Date('2019-12-31T16:00:00Z'),
    })
    const lastMoment = await publish({
      catalogueId: 53,
      title: '除夕最后一刻',
      publishedAt: new Date('2019-12-31T15:59:59Z'),
    })
    const of = async (year: number) =>
      (await site.get('/catalog/a', { catalogId: 53, year })).data.list.map((row: Row) => row.id)
    expect(await of(2020)).toEqual([inJanuary])
    expect(await of(2019)).toEqual([lastMoment])
    const { data } = await site.get('/catalog/a', { catalogId: 53, key: '零点' })
    expect(data.list.map((row: Row) => row.id)).toEqual([inJanuary])
  })

  test.each(['abc', '-1', '0', '1.5', '9223372036854775808'])(
    'the column number %j is refused with a sentence',
    async catalogId => {
      const { status, code, msg } = await site.get('/catalog/a', { catalogId })
      expect([status, code]).toEqual([200, 400])
      expect(msg).toMatch(/应为正整数|缺少参数 catalogId/)
    },
  )

  test('a hidden column is gone, with everything in it', async () => {
    const { db } = site.services
    await db.update(catalogue).set({ hidden: true }).where(eq(catalogue.id, 122))
    expect(await site.get('/catalog/a', { catalogId: 122 })).toMatchObject({ code: 404 })
    const { data } = await site.get('/catalog')
    expect(JSON.stringify(data)).not.toContain('专家库')
    await db.update(catalogue).set({ hidden: false }).where(eq(catalogue.id, 122))
  })
})

describe('a visitor reads an article', () => {
  test('with its place, its attachments and its neighbours', async () => {
    const { data } = await site.get('/catalog/a/info', { id: 3467, pa: 26 })
    expect(data).toMatchObject({ title: '入会申请须知及申请表下载', parentId: 26 })
    expect(data.breadcrumb.map(({ name }: { name: string }) => name)).toEqual(['首页', '下载专区'])
    expect(data.files.map(({ ext }: { ext: string }) => ext)).toEqual(['docx', 'docx', 'pdf'])
  })

  test('and goes through the column by 上一篇 and 下一篇 without missing one', async () => {
    const { data } = await site.get('/catalog/a', { catalogId: 21, pageSize: 100 })
    const byTime = [...data.list]
      .sort((a: Row, b: Row) => b.publishTime.localeCompare(a.publishTime))
      .map((row: Row) => row.id)
    const walked: number[] = []
    for (let id: number | undefined = byTime[0]; id; ) {
      walked.push(id)
      const { data: shown } = await site.get('/catalog/a/info', { id })
      expect(shown.prev?.id ?? null).toBe(walked.at(-2) ?? null)
      id = shown.next?.id
    }
    expect(walked).toEqual(byTime)
  })

  test('beside which others with one of its key words stand, the newest first, and not itself', async () => {
    const of = (title: string, hoursAgo: number, keywords: string[]) =>
      publish({ catalogueId: 43, title, keywords, publishedAt: new Date(Date.now() - hoursAgo * 3_600_000) })
    const id = await of('本篇', 3, ['甲词', '乙词'])
    await of('另一篇', 2, ['乙词'])
    await of('再一篇', 1, ['丙词', '甲词'])
    await of('无关', 1, ['丁词'])
    const { data } = await site.get('/catalog/a/info', { id })
    expect(data.related.map(({ title }: Row) => title)).toEqual(['再一篇', '另一篇'])
    expect(data.related[0].publishTime).toMatch(/^20.+\+08:00$/)
  })

  test('whose attachment arrives as a real document under its own name', async () => {
    const { data } = await site.get('/catalog/a/info', { id: 3467 })
    for (const file of data.files as { url: string; name: string; size: number; ext: string }[]) {
      const response = await site.app.inject({ url: file.url })
      expect(response.headers['content-disposition']).toBe(
        `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      )
      expect(response.rawPayload).toHaveLength(file.size)
      expect(response.rawPayload.subarray(0, 4).toString('latin1')).toBe(file.ext === 'pdf' ? '%PDF' : 'PK\u0003\u0004')
    }
  })

  test('and is counted once in ten minutes, however often the page is opened', async () => {
    const before = (await site.get('/catalog/a/info', { id: 3467 })).data.viewCount
    const reader = site.from('10.20.30.40')
    expect((await reader.post('/catalog/a/view', { id: 3467 })).data.viewCount).toBe(before + 1)
    expect((await reader.post('/catalog/a/view', { id: 3467 })).data.viewCount).toBe(before + 1)
    expect((await site.get('/catalog/a/info', { id: 3467 })).data.viewCount).toBe(before + 1)
  })

  test('that stands elsewhere says where, in the list and by itself', async () => {
    const externalUrl = 'https://example.com/notice'
    const id = await publish({ catalogueId: 42, title: '转载的公告', externalUrl })
    const { list } = (await site.get('/catalog/a', { catalogId: 42, pageSize: 100 })).data
    expect(list.find((row: Row) => row.id === id)).toMatchObject({ externalUrl })
    expect((await site.get('/catalog/a/info', { id })).data).toMatchObject({ title: '转载的公告', externalUrl })
    const { blocks } = (await site.get('/cms/index/noLogin/home')).data
    expect(blocks.flatMap(({ articles }: { articles: Row[] }) => articles)).toContainEqual(
      expect.objectContaining({ id, externalUrl }),
    )
  })

  test('a public notice says whether its period still runs', async () => {
    const hour = 3_600_000
    const running = await publish({ catalogueId: 42, title: '仍在公示', noticeEndsAt: new Date(Date.now() + hour) })
    const over = await publish({ catalogueId: 42, title: '公示已过', noticeEndsAt: new Date(Date.now() - hour) })
    expect((await site.get('/catalog/a/info', { id: running })).data.noticeOpen).toBe(true)
    expect((await site.get('/catalog/a/info', { id: over })).data.noticeOpen).toBe(false)
    expect((await site.get('/catalog/a/info', { id: 3467 })).data.noticeOpen).toBe(null)
  })
})

describe('the menu', () => {
  test('has two levels, the three types, and says where a sign-in is needed', async () => {
    const { data } = await site.get('/catalog')
    const members = data.find(({ catalogId }: Row) => catalogId === 8)
    expect(members.list).toContainEqual({
      catalogId: 85,
      name: '我要入会',
      catalogType: '跳转',
      path: '/admin/user?tab=member',
      needLogin: true,
    })
    expect(
      new Set(data.flatMap((top: { list: { catalogType: string }[] }) => top.list.map(child => child.catalogType))),
    ).toEqual(new Set(['列表', '内容', '跳转']))
    expect(JSON.stringify(data)).not.toContain('下载专区')
  })

  test('is the same at the abbreviated and the full address', async () => {
    const short = await site.get('/catalog')
    expect(await site.get('/cms/index/noLogin/catalog')).toEqual(short)
  })

  test('beside a column shows its neighbours, itself marked', async () => {
    const { data } = await site.get('/catalog/2', { catalogId: 42 })
    expect(data.parent).toMatchObject({ catalogId: 4, name: '通知公告' })
    expect(data.list.filter(({ active }: { active: boolean }) => active)).toMatchObject([{ catalogId: 42 }])
  })
})

describe('a 内容 column', () => {
  test('shows its page', async () => {
    const { data } = await site.get('/catalog/b', { catalogId: 35 })
    expect(data).toMatchObject({ name: '联系我们' })
    expect(data.content).toContain('演示路18号')
  })

  test('says when its page was changed last, and has the files that belong to it', async () => {
    const { db } = site.services
    const updatedAt = new Date(Date.now() - 86_400_000)
    const articleId = await publish({ catalogueId: 35, title: '附件在此', publishedAt: new Date(), updatedAt })
    const [{ fileId } = { fileId: 0 }] = await db.select().from(articleFile).where(eq(articleFile.articleId, 3467))
    await db.insert(articleFile).values({ articleId, fileId })
    const { data } = await site.get('/catalog/b', { catalogId: 35 })
    expect(data).toMatchObject({ title: '附件在此', updateTime: iso(updatedAt) })
    expect(data.files).toMatchObject([{ id: fileId, url: `/api/file/${fileId}?download=1` }])
  })

  test.each([21, 1, 999])('column %i is none and is not found', async catalogId => {
    expect(await site.get('/catalog/b', { catalogId })).toMatchObject({ status: 200, code: 404 })
  })
})

test('column and article describe themselves to search engines', async () => {
  expect((await site.get('/catalog/seo', { catalogId: 26 })).data).toMatchObject({ title: '下载专区' })
  expect((await site.get('/catalog/seo', { id: 3467 })).data.description).toContain('入会')
  expect(await site.get('/catalog/seo')).toMatchObject({ code: 400 })
  expect(await site.get('/catalog/seo', { id: 1, catalogId: 26 })).toMatchObject({ code: 400 })
})
