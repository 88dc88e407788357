import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { act, detail, editor, linesOf, setUpArticles, shown, text, write, writer } from '#test/setups/articles.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { publishDue } from '../server/writing/publishing.ts'

setUpArticles()

type Api = typeof editor
let admin: Api
let first: Api
let second: Api
let both: Api
let bothName: string

async function setReview(review: 'off' | 'three') {
  const { data } = await admin.get('/staff/settings')
  const { version } = data.find(({ code }: { code: string }) => code === 'articles')
  return admin.post('/staff/settings/save', { code: 'articles', version, form: { review } })
}

/** Creates a staff member with a custom role. */
async function personWith(name: string, permissions: string[]): Promise<string> {
  const { data } = await admin.post('/staff/role/save', { form: { name, permissions, status: 'open' } })
  const { list } = (await admin.get('/staff/role/list')).data
  return staffWith(site, [list.find(({ id }: { id: number }) => id === data.id).code])
}

beforeAll(async () => {
  admin = await asStaff(site, 'admin')
})

const titled = async (api: Api, asked: object) =>
  (await api.get('/staff/article/list', { pageSize: 100, ...asked })).data.list.map(
    (row: { title: string }) => row.title,
  )

test('three steps are not asked for where there are not three people for them', async () => {
  await site.services.db
    .update(account)
    .set({ roles: ['editor'] })
    .where(eq(account.userName, 'admin'))
  const alone = await setReview('three')
  expect(alone).toMatchObject({ code: 400, data: { fields: { review: expect.stringContaining('“文章初审”') } } })
  await site.services.db
    .update(account)
    .set({ roles: ['admin'] })
    .where(eq(account.userName, 'admin'))
  expect(await setReview('three')).toMatchObject({ code: 400, msg: expect.stringContaining('三位不同的同事') })
  first = await asStaff(site, await personWith('初审编辑', ['staff:content', 'staff:firstReview']))
  second = await asStaff(site, await personWith('复审编辑', ['staff:content', 'staff:secondReview']))
  bothName = await personWith('初复审', ['staff:content', 'staff:firstReview', 'staff:secondReview'])
  both = await asStaff(site, bothName)
  expect(await setReview('three')).toMatchObject({ code: 200 })
})

describe('a review in three steps', () => {
  test('leads from the writer over three different people to the public, and keeps who said what when', async () => {
    const id = await write(writer, text('三审的公告'))
    expect(await act(editor, 'publish', id)).toMatchObject({ code: 409, msg: expect.stringContaining('须经初审') })
    await act(writer, 'handIn', id)
    expect(await detail(first, id)).toMatchObject({
      status: 'review',
      canEdit: false,
      moves: ['firstReview', 'return'].toSorted().toReversed(),
      review: { stepName: '初审', isBarred: false },
    })
    expect((await titled(first, {})).length).toBeGreaterThan((await titled(first, { awaits: 'me' })).length)
    expect(await titled(first, { awaits: 'me' })).toContain('三审的公告')
    expect(await titled(second, { awaits: 'me' })).not.toContain('三审的公告')
    expect(await act(second, 'secondReview', id)).toMatchObject({ code: 409 })
    expect(await act(second, 'return', id, { reason: '越权' })).toMatchObject({
      code: 403,
      msg: expect.stringContaining('等待初审'),
    })
    const countOf = async (asked: Record<string, string>) => (await first.get('/staff/article/counts', asked)).data.all
    expect(await countOf({ awaits: 'me' })).toBeLessThan(await countOf({}))
    const { cookie } = await staffSession(site, bothName)
    const download = (query: string) =>
      site.app.inject({
        url: `/api/staff/article/export?key=公告${query}`,
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      })
    expect((await download('')).statusCode).toBe(200)
    expect((await download('&awaits=me')).statusCode).toBe(200)
    const { version } = await detail(both, id)
    expect((await act(both, 'firstReview', id, { version, remark: '事实已核对' })).code).toBe(200)
    expect(await act(both, 'secondReview', id)).toMatchObject({ code: 403, msg: expect.stringContaining('不同的人') })
    expect(await titled(both, { awaits: 'me' })).not.toContain('三审的公告')
    expect(await act(editor, 'publish', id)).toMatchObject({ code: 409, msg: expect.stringContaining('等待复审') })
    const bulk = await editor.post('/staff/article/bulk', { ids: [id], action: 'publish' })
    expect(bulk.data).toMatchObject([{ done: false, message: expect.stringContaining('等待复审') }])
    expect((await act(second, 'secondReview', id, { version, remark: '文字通顺' })).code).toBe(200)
    expect((await editor.get('/staff/article/list', { key: '三审的公告' })).data.list).toMatchObject([
      { stepName: '终审' },
    ])
    expect((await act(editor, 'publish', id, { remark: '同意发布' })).code).toBe(200)
    expect((await shown(id)).code).toBe(200)
    const { reviews } = await detail(editor, id)
    expect(reviews.map((one: { stepName: string }) => one.stepName)).toEqual(['', '初审', '复审', '终审'])
    expect(reviews[1]).toMatchObject({ round: 1, result: 'passed', resultName: '通过', remark: '事实已核对' })
    expect(reviews[3]).toMatchObject({ remark: '同意发布', by: expect.any(String), at: expect.any(String) })
    const lines = await linesOf(id)
    expect(lines.slice(-4)).toEqual([
      'article.handIn',
      'article.firstReview',
      'article.secondReview',
      'article.publish',
    ])
  })

  test('goes back from any step with the reason, and begins again with the first', async () => {
    const id = await write(writer, text('三审退回'))
    await act(writer, 'handIn', id)
    await act(first, 'firstReview', id)
    await act(second, 'return', id, { reason: '数据有误' })
    expect(await detail(writer, id)).toMatchObject({ status: 'returned', reason: '数据有误', canEdit: true })
    await act(writer, 'handIn', id)
    // Decisions of an earlier round bar nobody.
    expect((await act(first, 'firstReview', id)).code).toBe(200)
    expect((await act(writer, 'recall', id)).code).toBe(200)
    const { reviews, status } = await detail(writer, id)
    expect(status).toBe('draft')
    expect(reviews.map((one: { result: string }) => one.result)).toEqual([
      'handedIn',
      'passed',
      'returned',
      'handedIn',
      'passed',
      'recalled',
    ])
  })

  test('of two who pass the same step at once one is too late, and nobody passes two steps with one press', async () => {
    const id = await write(writer, text('两人初审'))
    await act(writer, 'handIn', id)
    const answers = await Promise.all([act(first, 'firstReview', id), act(both, 'firstReview', id)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await detail(editor, id)).toMatchObject({ review: { stepName: '复审' } })
  })

  test('an editor decides on no text of their own, and changes none that is under review', async () => {
    const id = await write(editor, text('编辑自己写的'))
    await act(editor, 'handIn', id)
    expect(await act(editor, 'save', id, { values: text('偷改') })).toMatchObject({ code: 409 })
    await act(first, 'firstReview', id)
    await act(second, 'secondReview', id)
    expect(await act(editor, 'publish', id)).toMatchObject({ code: 403, msg: expect.stringContaining('不同的人') })
    const other = await asStaff(site, await staffWith(site, ['editor']))
    const at = new Date(Date.now() + 60_000).toISOString()
    expect((await act(other, 'schedule', id, { at, remark: '周一发' })).code).toBe(200)
    await publishDue(site.ctx(new Date(Date.now() + 120_000)))
    expect(await detail(editor, id)).toMatchObject({ status: 'published', review: { stepName: null } })
  })

  test('the next text of a public article goes the same way while the first stays public', async () => {
    await setReview('off')
    const id = await write(editor, text('已公开的文章'))
    await act(editor, 'publish', id)
    expect(await setReview('three')).toMatchObject({ code: 200 })
    expect(await act(editor, 'handIn', id)).toMatchObject({ code: 409 })
    const { version, values } = await detail(editor, id)
    await act(editor, 'save', id, { version, values: { ...values, content: '<p>改过的正文</p>' } })
    expect(await act(editor, 'publish', id)).toMatchObject({ code: 409 })
    expect((await act(editor, 'handIn', id)).code).toBe(200)
    await act(first, 'firstReview', id)
    await act(second, 'secondReview', id)
    expect((await shown(id)).data.content).toBe('<p>已公开的文章的正文。</p>')
    expect((await act(admin, 'publish', id)).code).toBe(200)
    expect((await shown(id)).data.content).toBe('<p>改过的正文</p>')
  })

  test('what was scheduled or deleted before is not published past it', async () => {
    await setReview('off')
    const id = await write(editor, text('先定时的文章'))
    await act(editor, 'schedule', id, { at: new Date(Date.now() + 60_000).toISOString() })
    const public_ = await write(editor, text('先下线的文章'))
    await act(editor, 'publish', public_)
    await setReview('three')
    await publishDue(site.ctx(new Date(Date.now() + 120_000)))
    expect((await shown(id)).code).toBe(404)
    expect((await act(editor, 'publish', id)).code).toBe(409)
    await act(editor, 'unschedule', id)
    await act(editor, 'delete', public_)
    await act(editor, 'undelete', public_)
    expect((await act(editor, 'publish', public_)).code).toBe(409)
    expect((await act(editor, 'handIn', public_)).code).toBe(200)
    expect(await detail(first, public_)).toMatchObject({ review: { stepName: '初审' } })
  })

  test('those whose step is next are told, and nobody else', async () => {
    const id = await write(writer, text('告知下一环节'))
    await act(writer, 'handIn', id)
    await act(both, 'firstReview', id)
    const told = await site.services.db
      .select({ title: message.title, name: account.userName })
      .from(message)
      .innerJoin(account, eq(account.id, message.accountId))
      .where(and(eq(message.objectType, 'article'), eq(message.objectId, id)))
    const titles = (wanted: string) => told.filter(({ title }) => title.startsWith(wanted)).map(({ name }) => name)
    expect(titles('稿件等待初审')).toContain(bothName)
    expect(titles('稿件等待复审')).toHaveLength(1)
    expect(titles('稿件等待复审')).not.toContain(bothName)
  })

  test('is over when it is asked for no more: who may publish does', async () => {
    const id = await write(writer, text('改回直接发布'))
    await act(writer, 'handIn', id)
    await setReview('off')
    expect(await detail(editor, id)).toMatchObject({ review: null, moves: expect.arrayContaining(['publish']) })
    expect(await titled(editor, { awaits: 'me' })).toContain('改回直接发布')
    expect((await act(editor, 'publish', id)).code).toBe(200)
  })
})
