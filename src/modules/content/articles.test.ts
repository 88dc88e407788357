import excel from '@protobi/exceljs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous, type Ctx } from '#lib/server/api/context.ts'
import { startApp } from '../../../test/app.ts'
import { asStaff, putFile, signInAs, staffSession, staffWith } from '../../../test/make.ts'
import { textsOf } from '../../../test/workbooks.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { file } from '../files/server/tables.ts'
import { article, articleVersion } from './server/tables.ts'
import { publishDue } from './server/writing/publishing.ts'
import { purgeArticles } from './server/writing/trash.ts'

let site: Awaited<ReturnType<typeof startApp>>
type Api = Awaited<ReturnType<typeof asStaff>>
let writer: Api
let editor: Api
beforeAll(async () => {
  site = await startApp({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })
  writer = await asStaff(site, await staffWith(site, ['writer']))
  editor = await asStaff(site, 'editor')
})
afterAll(() => site.close())

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A text with all that publishing asks for. */
const text = (title: string, more = {}) => ({
  catalogId: 43,
  title,
  content: `<p>${title}的正文。</p>`,
  summary: '摘要',
  source: '本会',
  keywords: '招标，采购',
  ...more,
})

async function write(api: Api, values: object = {}, more = {}): Promise<number> {
  const { data } = await api.post('/staff/article/create', {})
  const saved = await api.post('/staff/article/save', { id: data.id, version: 1, values, ...more })
  if (saved.code !== 200) throw new Error(saved.msg)
  return data.id
}
const detail = async (api: Api, id: number) => (await api.get('/staff/article/detail', { id })).data
const act = (api: Api, name: string, id: number, more = {}) => api.post(`/staff/article/${name}`, { id, ...more })
const titles = async (catalogId = 43) =>
  (await site.get('/catalog/a', { catalogId, pageSize: 100 })).data.list.map(({ title }: { title: string }) => title)
const shown = (id: number) => site.get('/catalog/a/info', { id })
/** What the program does by itself, so much later. */
const jobAt = (later: number): Ctx => ({
  ...site.services,
  now: new Date(Date.now() + later),
  actor: anonymous,
  address: '',
  headers: {},
  log: site.app.log,
})
const linesOf = async (id: number) =>
  (await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectId, id)).orderBy(auditEvent.id))
    .filter(({ objectType }) => objectType === 'article')
    .map(({ action }) => action)

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
  })
})

async function upload(cookie: string, name = '现场.png'): Promise<number> {
  const form = new FormData()
  form.append('use', 'picture')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  form.append('file', new Blob([png]), name)
  const body = new Response(form)
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  if (response.json().code !== 200) throw new Error(response.json().msg)
  return response.json().data.id
}

const uploadOfMember = async () => putFile(site, await signInAs(site, 'qingyuan'), '材料.png')

describe('a published text that is written on', () => {
  test('stays as it is for visitors until it is published again', async () => {
    const id = await write(editor, text('原来的标题'))
    await act(editor, 'publish', id)
    const { version, values } = await detail(editor, id)
    await act(editor, 'save', id, { version, values: { ...values, title: '改过的标题', content: '<p>新的正文</p>' } })
    expect((await shown(id)).data).toMatchObject({ title: '原来的标题', content: '<p>原来的标题的正文。</p>' })
    expect(await detail(editor, id)).toMatchObject({ isChanged: true, isPublic: true, status: 'published' })
    const { publishTime } = (await shown(id)).data
    await act(editor, 'publish', id)
    expect((await shown(id)).data).toMatchObject({ title: '改过的标题', content: '<p>新的正文</p>', publishTime })
    await act(editor, 'withdraw', id, { reason: '内容过时' })
    expect((await shown(id)).code).toBe(404)
    expect(await detail(editor, id)).toMatchObject({ status: 'withdrawn', reason: '内容过时' })
  })

  test('even one that was never edited here', async () => {
    const { values, version, canEdit } = await detail(editor, 3467)
    expect({ version, canEdit, files: values.files.length > 0 }).toEqual({ version: 0, canEdit: true, files: true })
    const before = (await shown(3467)).data
    await act(editor, 'save', 3467, { version, values: { ...values, subTitle: '试改' } })
    expect((await shown(3467)).data).toEqual(before)
    await act(editor, 'publish', 3467)
    const { subTitle, files } = (await shown(3467)).data
    expect({ subTitle, files }).toEqual({ subTitle: '试改', files: before.files })
    const { list } = (await editor.get('/staff/article/version/list', { id: 3467 })).data
    const first = await editor.get('/staff/article/version/detail', { id: list.at(-1).id })
    expect(first.data).toMatchObject({ kind: 'publish', values: { content: before.content, subTitle: '' } })
  })
})

describe('two editors on one article', () => {
  test('the second is told who and when, nothing is written over, and neither text is lost', async () => {
    const second = await asStaff(site, await staffWith(site, ['editor']))
    const id = await write(editor, text('第一稿'))
    await act(editor, 'save', id, { version: 2, values: text('先到的改动') })
    const late = await act(second, 'save', id, { version: 2, values: text('后到的改动') })
    expect(late.code).toBe(409)
    expect(late.msg).toMatch(/^这篇文章已由 .+ 于 \d\d:\d\d 修改$/)
    expect((await detail(editor, id)).values.title).toBe('先到的改动')
    await act(second, 'aside', id, { values: text('后到的改动') })
    await act(second, 'save', id, { values: text('覆盖') })
    const { list } = (await editor.get('/staff/article/version/list', { id })).data
    const kept = list.map(({ kind, title }: { kind: string; title: string }) => [kind, title])
    expect(kept.slice(0, 2)).toEqual([
      ['replaced', '先到的改动'],
      ['aside', '后到的改动'],
    ])
    expect((await act(editor, 'publish', id, { version: 3 })).code).toBe(409)
  })

  test('of two saves at once over the same version one wins', async () => {
    const id = await write(editor, text('并发'))
    const answers = await Promise.all(
      [1, 2, 3].map(n => act(editor, 'save', id, { version: 2, values: text(`第${n}个`) })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  })
})

describe('versions', () => {
  test('saving while one types leaves one in ten minutes, a save point one each time', async () => {
    const id = await write(editor, text('一'))
    for (let version = 2; version < 6; version++)
      await act(editor, 'save', id, { version, values: text(`字${version}`) })
    expect(await kindsOf(id)).toEqual(['auto'])
    await act(editor, 'save', id, { version: 6, values: text('存一下'), point: true })
    expect(await kindsOf(id)).toEqual(['auto', 'save'])
    await site.services.db.update(articleVersion).set({ at: new Date(Date.now() - 11 * MINUTE) })
    await act(editor, 'save', id, { version: 7, values: text('十分钟以后') })
    expect(await kindsOf(id)).toEqual(['auto', 'save', 'auto'])
  })

  test('one is restored, and what stood there meanwhile is one, too', async () => {
    const id = await write(editor, text('最初'), { point: true })
    await act(editor, 'save', id, { version: 2, values: text('后来') })
    const { list } = (await editor.get('/staff/article/version/list', { id })).data
    const first = list.at(-1)
    expect((await editor.get('/staff/article/version/detail', { id: first.id })).data.values.title).toBe('最初')
    expect((await editor.post('/staff/article/version/restore', { id: first.id, version: 2 })).code).toBe(409)
    await editor.post('/staff/article/version/restore', { id: first.id, version: 3 })
    expect((await detail(editor, id)).values.title).toBe('最初')
    expect(await kindsOf(id)).toEqual(['save', 'before'])
  })

  const kindsOf = async (id: number) =>
    (
      await site.services.db
        .select()
        .from(articleVersion)
        .where(eq(articleVersion.articleId, id))
        .orderBy(articleVersion.id)
    ).map(({ kind }) => kind)
})

describe('publishing at a time', () => {
  const at = (later: number) => ({ at: new Date(Date.now() + later).toISOString() })

  test('happens then, once, though two processes look at the same moment', async () => {
    const id = await write(editor, text('定时的公告'))
    expect((await act(editor, 'schedule', id, at(-MINUTE))).code).toBe(400)
    expect(await act(editor, 'schedule', id, at(DAY))).toMatchObject({ code: 200 })
    expect((await act(editor, 'save', id, { values: text('偷改') })).msg).toContain('先取消定时')
    await publishDue(jobAt(DAY - MINUTE))
    expect((await shown(id)).code).toBe(404)
    const done = await Promise.all([1, 2, 3].map(() => publishDue(jobAt(DAY + MINUTE))))
    expect(done.reduce((all, n) => all + n, 0)).toBe(1)
    const [row] = await site.services.db.select().from(article).where(eq(article.id, id))
    expect(row).toMatchObject({ status: 'published', scheduledFor: null })
    expect((await linesOf(id)).filter(action => action === 'article.publish')).toHaveLength(1)
    const kinds = await site.services.db.select().from(articleVersion).where(eq(articleVersion.articleId, id))
    expect(kinds.filter(({ kind }) => kind === 'publish')).toHaveLength(1)
    expect(kinds.find(({ kind }) => kind === 'publish')!.by).toBe(null)
  })

  test('can be called off, and then does not happen', async () => {
    const id = await write(editor, text('取消的定时'))
    await act(editor, 'schedule', id, at(DAY))
    await act(editor, 'unschedule', id)
    await publishDue(jobAt(2 * DAY))
    expect(await detail(editor, id)).toMatchObject({ status: 'draft', scheduledFor: null })
  })

  test('a public text keeps its old words till its next ones are due', async () => {
    const id = await write(editor, text('旧文'))
    await act(editor, 'publish', id)
    const { version, values } = await detail(editor, id)
    await act(editor, 'save', id, { version, values: { ...values, title: '新文' } })
    await act(editor, 'schedule', id, at(DAY))
    expect((await shown(id)).data.title).toBe('旧文')
    await publishDue(jobAt(2 * DAY))
    expect((await shown(id)).data.title).toBe('新文')
  })
})

describe('the trash', () => {
  test('takes an article off the site, gives it back as withdrawn, and forgets it after 30 days', async () => {
    const { cookie } = await staffSession(site, 'editor')
    const picture = await upload(cookie)
    const id = await write(editor, text('要删除的', { coverId: picture }))
    await act(editor, 'publish', id)
    await act(editor, 'delete', id)
    expect((await shown(id)).code).toBe(404)
    const inTrash = await editor.get('/staff/article/list', { trash: '1', key: '要删除的' })
    expect(inTrash.data.list).toMatchObject([{ id, deletedAt: expect.any(String) }])
    expect((await act(editor, 'publish', id)).msg).toContain('回收站')
    await act(editor, 'undelete', id)
    expect(await detail(editor, id)).toMatchObject({ status: 'withdrawn', deletedAt: null })
    await act(editor, 'delete', id)
    await purgeArticles(jobAt(29 * DAY))
    expect((await editor.get('/staff/article/detail', { id })).code).toBe(200)
    await purgeArticles(jobAt(31 * DAY))
    expect((await editor.get('/staff/article/detail', { id })).code).toBe(404)
    const [left] = await site.services.db.select().from(file).where(eq(file.id, picture))
    expect(left).toMatchObject({ attachedAt: null, isPublic: false })
    expect((await linesOf(id)).slice(-2)).toEqual(['article.delete', 'article.purge'])
  })
})

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
    const { data } = await own.get('/staff/article/counts', { mine: '1' })
    expect(data).toMatchObject({ all: 2, trash: 0 })
    expect(data.states.find((one: { status: string }) => one.status === 'review').count).toBe(1)
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
    expect((await writer.post('/staff/article/bulk', { ids, action: 'publish' })).code).toBe(403)
  })

  test('statistics count what came out by month and column', async () => {
    const { data } = await editor.get('/staff/article/statistics', { from: '2020-01' })
    const total = data.reduce((all: number, row: { articles: number }) => all + row.articles, 0)
    const rows = await site.services.db.select().from(article).where(eq(article.status, 'published'))
    expect(total).toBe(rows.filter(({ deletedAt, publishedAt }) => !deletedAt && publishedAt! <= new Date()).length)
    expect(data[0]).toMatchObject({ month: expect.stringMatching(/^\d{4}-\d\d$/), views: expect.any(Number) })
  })
})
