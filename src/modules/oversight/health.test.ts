import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { articleFault, outsideLink } from '#modules/content/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import type { Finding } from '../../lib/server/oversight/siteChecks.ts'
import { article, catalogue } from '../content/server/tables.ts'
import { checkOutside } from './server/health/outside.ts'
import { checkTexts, STATIC_PAGES } from './server/health/texts.ts'

setUpSite({ demo: true })

let auditor: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  auditor = await asStaff(site, await staffWith(site, ['auditor']))
})

const ctx = (now = new Date()) => site.ctx(now)
const look = async () => (await auditor.get('/staff/health')).data
const finding = async (code: string): Promise<Finding> =>
  (await look()).findings.find((one: Finding) => one.code === code)

/** A public article with that content; answers its number. */
async function publish(content: string, title = '一篇文章'): Promise<number> {
  const { db } = site.services
  const [column] = await db.select().from(catalogue).where(eq(catalogue.type, '列表')).limit(1)
  const [row] = await db
    .insert(article)
    .values({ catalogueId: column!.id, title, content, plain: title, status: 'published', publishedAt: new Date() })
    .returning()
  return row!.id
}
const faultsOf = async (articleId: number) =>
  (await site.services.db.select().from(articleFault).where(eq(articleFault.articleId, articleId))).map(
    ({ kind, target }) => `${kind} ${target}`,
  )

test('a fresh demo is not rejected as a whole', async () => {
  expect(await look()).toMatchObject({ isRejected: false })
})

describe('texts', () => {
  test('are searched for links of the site that lead nowhere, and for pictures without words', async () => {
    const target = await publish('<p>在这里</p>')
    const id = await publish(`
      <p><a href="/admin/news/list-info/${target}">好</a> <a href="/admin/news/list-info/99999999">坏</a>
      <a href="/admin/home?x=1#top">好</a> <a href="${site.services.config.publicUrl}/admin/nowhere">坏</a>
      <a href="mailto:office@example.com">信</a> <img src="/api/file/99999999" alt="坏图">
      <img alt="" src="/api/file/99999998"> <a href="#here">此页</a></p>`)
    await checkTexts(ctx())
    expect((await faultsOf(id)).sort()).toEqual([
      'deadLink /admin/news/list-info/99999999',
      'deadLink /admin/nowhere',
      'deadLink /api/file/99999998',
      'deadLink /api/file/99999999',
      'noAlt /api/file/99999998',
    ])
    const links = await finding('deadLinks')
    expect(links.deducted).toBeGreaterThanOrEqual(4)
    expect(links.items).toContainEqual({ text: '《一篇文章》：/admin/nowhere', route: `/staff/articles/${id}` })
  })

  test('that are mended, or are public no more, have no faults the next night', async () => {
    const mended = await publish('<a href="/admin/nowhere">x</a>')
    const gone = await publish('<a href="/admin/nowhere">x</a>')
    await checkTexts(ctx())
    expect(await faultsOf(gone)).toHaveLength(1)
    await site.services.db.update(article).set({ content: '<p>好</p>' }).where(eq(article.id, mended))
    await site.services.db.update(article).set({ status: 'withdrawn' }).where(eq(article.id, gone))
    await checkTexts(ctx(new Date(Date.now() + 1_000)))
    expect([await faultsOf(mended), await faultsOf(gone)]).toEqual([[], []])
  })

  test('refer to other sites, which are asked one by one; who only refuses machines is there', async () => {
    const url = (name: string) => `https://${name}.example.com/`
    await publish(['here', 'gone', 'shy', 'mute'].map(name => `<a href="${url(name)}">x</a>`).join(''))
    await checkTexts(ctx())
    const answers: Record<string, number> = { here: 200, gone: 404, shy: 403 }
    await checkOutside(ctx(), async asked => {
      const status = answers[new URL(asked).hostname.split('.')[0]!]
      if (!status) throw new Error('没有应答')
      return status
    })
    const rows = await site.services.db.select().from(outsideLink)
    const dead = rows.filter(({ isAlive }) => isAlive === false).map(({ url }) => url)
    expect(dead.filter(url => url.includes('example.com')).sort()).toEqual([url('gone'), url('mute')])
    expect((await finding('outsideLinks')).found).toMatch(/外部链接打不开/)
  })

  test('never lead this server to itself or to the network around it', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://10.0.0.1/',
      'http://localhost/',
      'http://1.1.1.1:8080/',
    ])
      await site.services.db.insert(outsideLink).values({ url })
    await checkOutside(ctx(new Date(Date.now() + 2_000)))
    const rows = await site.services.db.select().from(outsideLink)
    const notes = rows.filter(({ url }) => /127|::1|10\.0|localhost|8080/.test(url)).map(({ note }) => note)
    expect(notes).toHaveLength(5)
    for (const note of notes) expect(note).toMatch(/公开网站|内部网络/)
  })
})

describe('the score', () => {
  test('is a hundred without what was deducted', async () => {
    const { score, findings } = await look()
    const deducted = findings.reduce((sum: number, one: Finding) => sum + one.deducted, 0)
    expect(score).toBeCloseTo(Math.max(0, 100 - deducted), 5)
    for (const { code, level, deducted } of findings as Finding[])
      if (deducted > 0) expect(['bad', 'warn'], code).toContain(level)
  })

  test('does not save a site whose home page nobody has touched for two weeks', async () => {
    expect(await finding('homeUpdates')).toMatchObject({ level: 'good' })
    const long = new Date(Date.now() - 15 * 86_400_000)
    const before = await site.services.db.select({ id: article.id, at: article.publishedAt }).from(article)
    await site.services.db.update(article).set({ publishedAt: long })
    expect(await finding('homeUpdates')).toMatchObject({ level: 'bad', found: '首页 15 天没有新内容' })
    expect((await finding('staleColumns')).items.map(({ text }) => text).join()).toMatch(/15 天没有更新/)
    expect((await look()).isRejected).toBe(true)
    for (const { id, at } of before)
      await site.services.db.update(article).set({ publishedAt: at }).where(eq(article.id, id))
  })

  test('counts a column without anything, and says where to mend it', async () => {
    const [column] = await site.services.db.insert(catalogue).values({ name: '空着的栏目', type: '列表' }).returning()
    expect((await finding('emptyColumns')).items).toContainEqual({
      text: '空着的栏目',
      route: `/staff/articles?catalogId=${column!.id}`,
    })
    await site.services.db.update(catalogue).set({ hidden: true }).where(eq(catalogue.id, column!.id))
    expect((await finding('emptyColumns')).items.map(({ text }) => text)).not.toContain('空着的栏目')
  })
})

test('when the texts were looked through last is said', async () => {
  expect((await look()).contentCheckedAt).toBeNull()
  const finishedAt = new Date('2026-11-20T03:10:00+08:00')
  await site.services.db.insert(jobRun).values({ job: 'checkTexts', result: 'done', startedAt: finishedAt, finishedAt })
  expect((await look()).contentCheckedAt).toBe('2026-11-20T03:10:00+08:00')
})

test('how long answers take is known by address, numbers left out', async () => {
  await site.get('/catalog')
  const { pages } = await look()
  expect(pages.length).toBeGreaterThan(0)
  for (const { p50, p95, slowest } of pages) expect(p50 <= p95 && p95 <= slowest).toBe(true)
  const { facts } = await look()
  expect(facts).toContainEqual({ name: 'Node.js', value: process.versions.node })
})

test('every page of the site that has no record of its own is known', () => {
  const routes = readFileSync(resolve(import.meta.dirname, '../../routes.ts'), 'utf8')
  const paths = [...routes.matchAll(/route\('([^'*:]+)'/g)].map(([, path]) => `/${path}`)
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter(path => !STATIC_PAGES.some(place => place.test(path)))).toEqual([])
})
