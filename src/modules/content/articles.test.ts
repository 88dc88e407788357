import excel from '@protobi/exceljs'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import {
  act,
  detail,
  editor,
  linesOf,
  setUpArticles,
  shown,
  text,
  upload,
  write,
  writer,
} from '#test/setups/articles.ts'
import { site, today } from '#test/setups/site.ts'
import { asStaff, putFile, signInAs, staffSession, staffWith } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { article, articleDraft } from './server/tables.ts'

setUpArticles()

const titles = async (catalogId = 43) =>
  (await site.get('/catalog/a', { catalogId, pageSize: 100 })).data.list.map(({ title }: { title: string }) => title)

describe('from the first word to the public page', () => {
  test('a writer writes and hands in, an editor publishes, and visitors read it at once', async () => {
    const id = await write(writer, text('供水泵采购公告'))
    expect(await titles()).not.toContain('供水泵采购公告')
    expect((await shown(id)).code).toBe(404)
    expect((await act(writer, 'publish', id)).code).toBe(403)
    expect(await act(writer, 'handIn', id)).toMatchObject({ code: 200 })
    expect((await detail(writer, id)).canEdit).toBe(false)
    expect(await act(editor, 'publish', id)).toMatchObject({ code: 200 })
    expect((await titles())[0]).toBe('供水泵采购公告')
    const { data } = await shown(id)
    expect(data).toMatchObject({
      id,
      content: '<p>供水泵采购公告的正文。</p>',
      keywords: ['招标', '采购'],
      source: '本会',
    })
    const found = await site.get('/search', { key: '供水泵采购' })
    expect(found.data.list).toMatchObject([{ id }])
    expect(await linesOf(id)).toEqual(['article.create', 'article.save', 'article.handIn', 'article.publish'])
  })

  test('what is not whole cannot be handed in or published: each field says why', async () => {
    const id = await write(writer, { title: '标题'.repeat(80), externalUrl: 'javascript:alert(1)' })
    for (const [api, name] of [[writer, 'handIn'] as const, [editor, 'publish'] as const]) {
      const { code, data } = await act(api, name, id)
      expect(code).toBe(400)
      expect(data.fields).toEqual({
        catalogId: '请选择栏目',
        title: '标题不能超过 120 个字，现有 160 个',
        externalUrl: '外部链接应以 https:// 或 http:// 开头',
      })
    }
  })

  test('what goes back says why, and is handed in again', async () => {
    const id = await write(writer, text('退回的稿件'))
    await act(writer, 'handIn', id)
    expect((await act(editor, 'return', id, { reason: ' ' })).code).toBe(400)
    await act(editor, 'return', id, { reason: '请补充开标时间' })
    expect(await detail(writer, id)).toMatchObject({ status: 'returned', reason: '请补充开标时间', canEdit: true })
    expect(await act(writer, 'handIn', id)).toMatchObject({ code: 200 })
    expect(await act(writer, 'recall', id)).toMatchObject({ code: 200 })
    expect(await detail(writer, id)).toMatchObject({ status: 'draft' })
  })

  test('a hostile text is harmless when it is stored', async () => {
    const id = await write(editor, text('清洗', { content: '<p onclick="x()">安全<script>alert(1)</script></p>' }))
    expect((await detail(editor, id)).values.content).toBe('<p>安全</p>')
  })

  test('who comes second is told who was faster', async () => {
    const id = await write(writer, text('两人同时处理'))
    await act(writer, 'handIn', id)
    const { version } = await detail(editor, id)
    const publish = () => act(editor, 'publish', id, { version })
    const answers = await Promise.all([publish(), act(editor, 'return', id, { reason: '重写' })])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/已由 .+ 于 \d\d:\d\d (发布|退回)/)
  })

  test('what was returned meanwhile is not published by who has not seen that', async () => {
    const id = await write(writer, text('退回之后'))
    await act(writer, 'handIn', id)
    const { version } = await detail(editor, id)
    await act(editor, 'return', id, { reason: '重写' })
    const late = await act(editor, 'publish', id, { version })
    expect(late).toMatchObject({ code: 409, msg: expect.stringMatching(/已由 .+ 于 \d\d:\d\d 退回/) })
    expect((await act(editor, 'publish', id, { version: (await detail(editor, id)).version })).code).toBe(200)
  })
})

describe('who may change what', () => {
  test('a writer changes nobody else’s text, and not the own one while it is out of their hands', async () => {
    const other = await asStaff(site, await staffWith(site, ['writer']))
    const id = await write(writer, text('我的稿件'))
    const change = { version: 2, values: text('改动') }
    for (const name of ['save', 'aside']) expect((await act(other, name, id, change)).code).toBe(403)
    for (const name of ['handIn', 'delete']) expect((await act(other, name, id)).code).toBe(403)
    await act(writer, 'handIn', id)
    expect(await act(writer, 'save', id, change)).toMatchObject({ code: 409 })
    expect((await act(editor, 'save', id, change)).code).toBe(200)
    await act(editor, 'publish', id)
    expect((await act(writer, 'save', id, { values: text('偷改') })).code).toBe(409)
    expect((await act(writer, 'delete', id)).code).toBe(403)
  })

  test('a picture of a draft is seen by who writes, and by no visitor until it is published', async () => {
    const { cookie } = await staffSession(site, 'editor')
    const picture = await upload(cookie)
    const id = await write(editor, text('带图的稿件', { content: `<p><img src="/api/file/${picture}" alt="图"></p>` }))
    const look = (headers: object) => site.app.inject({ url: `/api/file/${picture}`, headers: { ...headers } })
    expect((await look({})).json().code).toBe(404)
    const other = await staffSession(site, await staffWith(site, ['writer']))
    expect((await look({ ...other, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    const cashier = await staffSession(site, await staffWith(site, ['trainer']))
    expect((await look({ ...cashier, 'sec-fetch-site': 'same-origin' })).json().code).toBe(404)
    await act(editor, 'publish', id)
    expect((await look({})).headers['content-type']).toBe('image/png')
  })

  test('nobody publishes a file of somebody else by writing its number', async () => {
    const foreign = await uploadOfMember()
    const { data } = await writer.post('/staff/article/create', {})
    const values = text('别人的文件', { files: [{ id: foreign, name: '偷来.png' }] })
    expect(await act(writer, 'save', data.id, { version: 1, values })).toMatchObject({ code: 400 })
    expect(await writer.post('/staff/article/create', { values })).toMatchObject({ code: 400 })
  })
})

test('a new article begins with what was first written of it, cleaned, and as a version', async () => {
  const values = text('一写就有', { content: '<p onclick="x()">正文</p>', author: '冉星河' })
  const { data } = await writer.post('/staff/article/create', { values })
  expect(data).toEqual({ id: expect.any(Number), version: 1, savedAt: expect.any(String) })
  const of = (await writer.get('/staff/article/detail', { id: data.id })).data
  expect(of).toMatchObject({ status: 'draft', version: 1, values: { title: '一写就有', content: '<p>正文</p>' } })
  const versions = await writer.get('/staff/article/version/list', { id: data.id })
  expect(versions.data.list).toMatchObject([{ title: '一写就有', kind: 'auto' }])
})

const uploadOfMember = async () => putFile(site, await signInAs(site, 'qingyuan'), '材料.png')

describe('the list', () => {
  test('is narrowed by state, column, words, author and whose it is, and exports the same', async () => {
    const own = await asStaff(site, await staffWith(site, ['writer', 'editor']))
    const ids = [
      await write(own, text('筛选甲', { author: '冉星河' })),
      await write(own, text('筛选乙', { catalogId: 41 })),
    ]
    await act(own, 'handIn', ids[1]!)
    const list = async (query: object) =>
      (await own.get('/staff/article/list', { mine: '1', ...query })).data.list.map((row: { id: number }) => row.id)
    expect(await list({})).toEqual([ids[1], ids[0]])
    expect(await list({ status: 'review' })).toEqual([ids[1]])
    expect(await list({ catalogId: 43 })).toEqual([ids[0]])
    expect(await list({ key: '筛选乙' })).toEqual([ids[1]])
    expect(await list({ author: '星河' })).toEqual([ids[0]])
    expect(await list({ key: '%' })).toEqual([])
    expect(await list({ from: '2099-01-01' })).toEqual([])
    for (const to of ['0000-01-01', '9999-12-31', '2026-02-30'])
      expect((await own.get('/staff/article/list', { to })).code, to).toBe(400)
    const { cookie } = await staffSession(site, 'editor')
    const url = `/api/staff/article/export?key=${encodeURIComponent('筛选')}&status=review`
    const { rawPayload } = await site.app.inject({ url, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    const book = await new excel.Workbook().xlsx.load(rawPayload as never)
    expect(textsOf(book.worksheets[0]!).map(row => row[1])).toEqual(['标题', '筛选乙'])
    const countBy = async (author: string) => (await own.get('/staff/article/counts', { author })).data.all
    expect(await countBy('星河')).toBeGreaterThan(0)
    expect(await countBy('没有这个人')).toBe(0)
    const { all } = (await own.get('/staff/article/counts')).data
    const { data } = await own.get('/staff/article/counts', { mine: '1' })
    expect(all).toBeGreaterThan(data.all)
    expect(data).toMatchObject({ all: 2, trash: 0 })
    expect(data.states.find((one: { status: string }) => one.status === 'review').count).toBe(1)
  })

  test('is narrowed and sorted by its columns, last edited first, and leaves as a workbook as it stands there', async () => {
    const userName = await staffWith(site, ['writer', 'editor'])
    const own = await asStaff(site, userName)
    const id = await write(own, text('册中甲', { author: '冉星河' }))
    await act(own, 'handIn', id)
    const gone = await write(own, text('册中乙'))
    await own.post('/staff/article/delete', { id: gone })
    await site.services.db
      .update(articleDraft)
      .set({ values: sql`values || '{"title": "无题"}'` })
      .where(eq(articleDraft.title, ''))
    const register = await openRegister(site, '/staff/article', userName)
    const { rows } = await register.list()
    const edits = rows.map(({ cells }) => cells.editedAt)
    expect(edits).toEqual(edits.toSorted().toReversed())
    await expectNarrowed(register, [
      [{ catalogId: 43 }, row => row.catalogId === 43],
      [{ status: 'review' }, row => row.status === 'review'],
      [{ key: '册中' }, row => row.title.includes('册中')],
      [{ author: '星河' }, row => row.author.includes('星河')],
      [{ mine: '1' }, row => row.id === id],
      [{ from: today }, row => (row.publishTime ?? row.editedAt).slice(0, 10) >= today],
      [{ to: addDays(today, -1) }, row => (row.publishTime ?? row.editedAt).slice(0, 10) < today],
    ])
    await expectSorted(
      register,
      { columns: 'title,editedAt,publishTime,viewCount' },
      {
        title: byName(row => row.title),
        editedAt: by(row => row.editedAt),
        publishTime: by(row => row.publishTime ?? ''),
        viewCount: by(row => row.viewCount),
      },
    )
    const trash = await register.list({ trash: '1', mine: '1', columns: 'title,deletedAt' })
    expect(trash.rows).toMatchObject([
      { id: gone, cells: { title: '册中乙', deletedAt: expect.stringMatching(/30 天后彻底删除$/) } },
    ])
    const [line] = await register.workbook({ key: '册中甲' })
    expect(line).toMatchObject({ 编号: String(id), 标题: '册中甲', 状态: '待审核', 作者: '冉星河', 阅读: '0' })
    expect(Object.keys(line!)).toHaveLength(15)
    expect(await register.workbook({ trash: '1', mine: '1' })).toMatchObject([{ 标题: '册中乙' }])
  })

  test('a page of a column carries its attachments', async () => {
    const [{ id }] = (await editor.get('/staff/article/list', { catalogId: 35 })).data.list
    const { cookie } = await staffSession(site, 'editor')
    const fileId = await putFile(site, { cookie, 'sec-fetch-site': 'same-origin' }, '交通图.png')
    const { version, values } = await detail(editor, id)
    const files = [{ id: fileId, name: '交通图.png' }]
    await act(editor, 'save', id, { version, values: { ...values, files } })
    expect((await act(editor, 'publish', id)).code).toBe(200)
    expect((await site.get('/catalog/b', { catalogId: 35 })).data.files).toMatchObject([
      { id: fileId, name: '交通图.png', ext: 'png' },
    ])
  })

  test('several at once: each has its own result', async () => {
    const ids = [await write(editor, text('批量一')), await write(editor, { title: '不完整' })]
    const { data } = await editor.post('/staff/article/bulk', { ids: [...ids, 999_999], action: 'publish' })
    expect(data).toMatchObject([
      { id: ids[0], title: '批量一', done: true },
      { id: ids[1], title: '不完整', done: false, message: expect.stringContaining('请选择栏目') },
      { id: 999_999, done: false, message: expect.stringContaining('不存在') },
    ])
    const moved = await editor.post('/staff/article/bulk', { ids: [ids[0]], action: 'move', catalogId: 41 })
    expect(moved.data).toMatchObject([{ done: true }])
    expect(await titles(41)).toContain('批量一')
    expect((await editor.post('/staff/article/bulk', { ids, action: 'withdraw' })).code).toBe(400)
    const withdrawn = { ids: [ids[0]], action: 'withdraw', reason: '内容过时' }
    expect((await editor.post('/staff/article/bulk', withdrawn)).data).toMatchObject([{ done: true }])
    expect(await detail(editor, ids[0]!)).toMatchObject({ status: 'withdrawn', reason: '内容过时' })
    expect((await writer.post('/staff/article/bulk', { ids, action: 'publish' })).code).toBe(403)
  })

  test('statistics count what came out by month and column', async () => {
    const { data } = await editor.get('/staff/article/statistics', { from: '2020-01' })
    const total = data.reduce((all: number, row: { articles: number }) => all + row.articles, 0)
    const rows = await site.services.db.select().from(article).where(eq(article.status, 'published'))
    expect(total).toBe(rows.filter(({ deletedAt, publishedAt }) => !deletedAt && publishedAt! <= new Date()).length)
    expect(data[0]).toMatchObject({ month: expect.stringMatching(/^\d{4}-\d\d$/), views: expect.any(Number) })
    const months = data.map((row: { month: string }) => row.month).toSorted()
    const { data: latest } = await editor.get('/staff/article/statistics', { from: months.at(-1) })
    expect(latest.length).toBeLessThan(data.length)
    expect(new Set(latest.map((row: { month: string }) => row.month))).toEqual(new Set([months.at(-1)]))
    const headers = await staffSession(site, 'editor')
    const saved = async (from: string) => {
      const { rawPayload } = await site.app.inject({
        url: `/api/staff/article/statistics/export?from=${from}`,
        headers,
      })
      return textsOf(await sheetOf(rawPayload)).length - 1
    }
    expect([await saved('2020-01'), await saved(months.at(-1))]).toEqual([data.length, latest.length])
  })
})
