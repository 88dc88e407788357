import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Ctx } from '#lib/server/api/context.ts'
import { presentHtml } from '#lib/server/outbound/presentHtml.ts'
import { act, detail, editor, linesOf, setUpArticles, shown, text, upload, write } from '#test/setups/articles.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { file } from '../files/server/tables.ts'
import type { ArticleValues } from './articleValues.ts'
import { article, articleDraft, articleVersion } from './server/tables.ts'
import { publishDue } from './server/writing/publishing.ts'
import { purgeArticles } from './server/writing/trash.ts'

setUpArticles()

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Context for the scheduled jobs, `later` ms from now. */
const jobAt = (later: number): Ctx => site.ctx(new Date(Date.now() + later))

describe('a published text that is written on', () => {
  test('stays as it is for visitors until it is published again', async () => {
    const id = await write(editor, text('原来的标题'))
    await act(editor, 'publish', id)
    const { version, values } = await detail(editor, id)
    await act(editor, 'save', id, { version, values: { ...values, title: '改过的标题', content: '<p>新的正文</p>' } })
    expect((await shown(id)).data).toMatchObject({ title: '原来的标题', content: '<p>原来的标题的正文。</p>' })
    expect(await detail(editor, id)).toMatchObject({ isChanged: true, isPublic: true, status: 'published' })
    const { list } = (await editor.get('/staff/article/list', { key: '改过的标题' })).data
    expect(list).toMatchObject([{ id, isChanged: true }])
    const { publishTime } = (await shown(id)).data
    await act(editor, 'publish', id)
    expect((await shown(id)).data).toMatchObject({ title: '改过的标题', content: '<p>新的正文</p>', publishTime })
    const again = await detail(editor, id)
    await act(editor, 'save', id, { version: again.version, values: { ...again.values, isRed: true } })
    await act(editor, 'publish', id)
    expect((await shown(id)).data.isRed).toBe(true)
    await act(editor, 'withdraw', id, { reason: '内容过时' })
    expect((await shown(id)).code).toBe(404)
    expect(await detail(editor, id)).toMatchObject({ status: 'withdrawn', reason: '内容过时' })
    const { list: versions } = (await editor.get('/staff/article/version/list', { id })).data
    expect(versions[0]).toMatchObject({ kind: 'withdraw', note: '内容过时' })
    const { data: last } = await editor.get('/staff/article/version/detail', { id: versions[0].id })
    expect(last).toMatchObject({ articleId: id, note: '内容过时', title: '改过的标题' })
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
    expect(first.data).toMatchObject({ kind: 'publish', values: { subTitle: '' } })
    expect(presentHtml(first.data.values.content)).toBe(before.content)
  })
})

describe('the cover of an article', () => {
  test('is shown with its caption and the point that stays in view', async () => {
    const { cookie } = await staffSession(site, 'editor')
    const picture = await upload(cookie)
    const about = { coverCaption: '会场全景', coverX: 30, coverY: 80 }
    const id = await write(editor, text('带封面的', { coverId: picture, ...about }))
    await act(editor, 'publish', id)
    const { catalogId } = (await detail(editor, id)).values
    const { list } = (await site.get('/catalog/a', { catalogId, key: '带封面的' })).data
    expect(list).toMatchObject([{ id, coverUrl: `/api/file/${picture}`, ...about }])
    expect((await site.get('/catalog/a/info', { id })).data).toMatchObject(about)
    const outside = await act(editor, 'save', id, { values: text('出界', { coverX: 101 }) })
    expect(outside.code).toBe(400)
  })

  test('lacks both in what an earlier release has written, which is read all the same', async () => {
    const id = await write(editor, text('旧版写的'))
    const { coverCaption: _, coverX: __, coverY: ___, ...before } = (await detail(editor, id)).values
    await site.services.db
      .update(articleDraft)
      .set({ values: before as ArticleValues })
      .where(eq(articleDraft.articleId, id))
    expect((await detail(editor, id)).values).toMatchObject({ coverCaption: '', coverX: 50, coverY: 50 })
    expect((await act(editor, 'publish', id)).code).toBe(200)
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
    const more = {
      subTitle: '副题',
      isRed: true,
      effectiveOn: '2026-12-01',
      externalUrl: 'https://example.com/full',
      seoTitle: '最初的标题',
      seoDescription: '最初的说明',
    }
    const id = await write(editor, text('最初', more), { point: true })
    await act(editor, 'save', id, { version: 2, values: text('后来') })
    const { list } = (await editor.get('/staff/article/version/list', { id })).data
    const first = list.at(-1)
    const { values } = (await editor.get('/staff/article/version/detail', { id: first.id })).data
    expect(values).toMatchObject({ title: '最初', ...more })
    expect((await editor.post('/staff/article/version/restore', { id: first.id, version: 2 })).code).toBe(409)
    await editor.post('/staff/article/version/restore', { id: first.id, version: 3 })
    expect((await detail(editor, id)).values.title).toBe('最初')
    expect(await kindsOf(id)).toEqual(['save', 'before'])
    const kept = (await editor.get('/staff/article/version/list', { id })).data.list as { id: number }[]
    const titleOf = async (version: number) =>
      (await editor.get('/staff/article/version/detail', { id: version })).data.values.title
    expect([await titleOf(kept[0]!.id), await titleOf(kept[1]!.id)]).toEqual(['后来', '最初'])
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
    const due = { at: new Date(Math.floor((Date.now() + DAY) / 1000) * 1000).toISOString() }
    expect(await act(editor, 'schedule', id, due)).toMatchObject({ code: 200 })
    const { scheduledFor } = await detail(editor, id)
    expect(Date.parse(scheduledFor)).toBe(Date.parse(due.at))
    const { list } = (await editor.get('/staff/article/list', { key: '定时的公告' })).data
    expect(list).toMatchObject([{ id, scheduledFor }])
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
    expect(await act(editor, 'schedule', id, { ...at(DAY), version })).toMatchObject({ code: 409 })
    const now = await detail(editor, id)
    expect((await act(editor, 'schedule', id, { ...at(DAY), version: now.version })).code).toBe(200)
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
    expect((await editor.get('/staff/article/counts', { key: '要删除的' })).data).toMatchObject({ all: 0, trash: 1 })
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
