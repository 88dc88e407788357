import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { file } from '#modules/files/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { oldSiteDesk } from '#test/support/oldSite/desk.ts'
import { makeOldSite, type OldPage } from '#test/support/oldSite/pages.ts'
import { findRedirect, oldPath } from '../server/redirects.ts'
import { articleDraft, articleVersion, redirect } from '../server/tables.ts'

setUpSite({ demo: true })

const COLUMN = 21
let desk: Awaited<ReturnType<typeof oldSiteDesk>>
let old: Awaited<ReturnType<typeof makeOldSite>>
let id: number
beforeAll(async () => {
  desk = await oldSiteDesk(site, 'editor')
  old = await makeOldSite(500)
})

const articleOf = async (page: OldPage): Promise<number> => {
  const [found] = await site.services.db
    .select()
    .from(redirect)
    .where(eq(redirect.path, oldPath(page.address)!))
  if (!found) throw new Error(`${page.address} leads nowhere`)
  return found.articleId
}
const read = async (articleId: number) => (await site.get('/catalog/a/info', { id: articleId })).data
const bytesOf = async (fileId: number) => {
  const [found] = await site.services.db.select().from(file).where(eq(file.id, fileId))
  return { ...found!, bytes: await buffer(await site.services.store.open(found!.key)) }
}
/** Runs five rows at a time; each waits for the database. */
async function each<Row>(rows: readonly Row[], use: (row: Row, n: number) => Promise<void>) {
  for (let from = 0; from < rows.length; from += 5)
    await Promise.all(rows.slice(from, from + 5).map((row, i) => use(row, from + i)))
}

describe('an old site of 500 pages in three layouts', { timeout: 300_000 }, () => {
  test('is read, and rules are proposed that find title, date and text on three samples each', async () => {
    const found = await desk.begin(old.bytes)
    id = found.id
    expect(found).toMatchObject({ state: 'ruling', pages: 500, notes: [expect.stringContaining('另有 1 个网页')] })
    expect(found.rules.map(({ paths }: { paths: string }) => paths)).toEqual([
      '/show.asp?id=*',
      '/news/*/*.html',
      '/article/*',
    ])
    for (const index of [0, 1, 2]) {
      const { samples, candidates } = await desk.must('/staff/old-site/try', { id, rules: found.rules, index })
      expect(samples).toHaveLength(3)
      for (const sample of samples) {
        const page = old.pages.find(({ address }) => address === sample.address)!
        expect(sample).toMatchObject({ fault: '', title: page.title, source: page.source })
        expect(sample.date).toBe(page.at.replace(' 00:00', ''))
        expect(sample.body.startsWith(page.paragraphs[0])).toBe(true)
      }
      const [first] = candidates.title
      expect(first.finds).toEqual(samples.map(({ title }: { title: string }) => title))
    }
  })

  test('a rule that staff correct shows at once what it finds; one that cannot be read says so at its field', async () => {
    const { rules } = await desk.item(id)
    const changed = { ...rules[0], title: 'head > title', leaveOut: '.share' }
    const { samples } = await desk.must('/staff/old-site/try', { id, rules: [changed], index: 0 })
    expect(samples[0]).toMatchObject({ title: old.pages[0]!.title })
    expect(samples[0].body).not.toContain('分享到微博')
    const wrong = { id, rules: [{ ...changed, date: 'td[' }], index: 0 }
    expect(await desk.post('/staff/old-site/try', wrong)).toMatchObject({
      code: 400,
      data: { fields: { 'rules.0.date': expect.stringContaining('选择器写法不对') } },
    })
    const lost = { ...changed, date: '.bigtitle' }
    const without = await desk.must('/staff/old-site/try', { id, rules: [lost], index: 0 })
    expect(without.samples[0].fault).toContain('找不到发布日期')
  })

  test('the preview counts pages by rule, and lists what no rule fits with the reason', async () => {
    const { rules } = await desk.item(id)
    const few = await desk.check(id, rules.slice(0, 2), { catalogueId: COLUMN })
    expect(few.counts).toMatchObject({ new: 400, bad: 100 })
    const bad = await desk.pages(id, 'bad')
    expect(bad[0]).toMatchObject({ address: old.pages[400]!.address, fault: '没有适用的规则' })
    const none = { id, rules, options: { catalogueId: null } }
    expect(await desk.post('/staff/old-site/check', none)).toMatchObject({
      code: 400,
      data: { fields: { 'options.catalogueId': '请选择栏目' } },
    })
    const all = await desk.check(id, rules, { catalogueId: COLUMN, byPath: [{ paths: '/article/*', catalogueId: 41 }] })
    expect(all).toMatchObject({ state: 'checked', canStart: true, counts: { new: 500, bad: 0 } })
    expect(all.byRule.map(({ pages }: { pages: number }) => pages)).toEqual([200, 200, 100])
    expect(await findRedirect(site.services, old.pages[0]!.address)).toBeUndefined()
  })

  test('is imported with titles, dates, texts, pictures, papers and links as they were on all pages', async () => {
    const done = await desk.start(id)
    expect(done).toMatchObject({ state: 'done', reason: '', counts: { done: 500, noted: 0 }, canUndo: true })
    const { list } = (await desk.get('/staff/message/list', { pageSize: 5 })).data
    expect(list[0]).toMatchObject({ title: '旧网站导入完成：旧网站.zip', route: `/staff/old-site/${id}` })
    const ids = new Map<number, number>()
    await each(old.pages, async (page, n) => void ids.set(n, await articleOf(page)))
    await each(old.pages, async (page, n) => {
      const article = await read(ids.get(n)!)
      expect(article).toMatchObject({ title: page.title, catalogId: page.layout === 'article' ? 41 : COLUMN })
      expect(article.publishTime).toBe(`${page.at.slice(0, 10)}T${page.at.slice(11) || '00:00'}:00+08:00`)
      expect(article.source ?? '').toBe(page.source)
      for (const paragraph of page.paragraphs) expect(article.content).toContain(paragraph)
      for (const link of page.links) expect(article.content).toContain(`href="/admin/news/list-info/${ids.get(link)}"`)
      expect(article.content).not.toMatch(/分享到微博|版权所有|上一篇|old-boilers/)
      await expectPicture(page, article.content)
      await expectPapers(page, article)
    })
  })

  test('is not imported twice: the same ZIP file brings nothing new', async () => {
    const again = await desk.begin(old.bytes)
    const checked = await desk.check(again.id, again.rules, { catalogueId: COLUMN })
    expect(checked).toMatchObject({ counts: { new: 0, known: 500 }, canStart: false })
    expect((await desk.post('/staff/old-site/start', { id: again.id })).code).toBe(400)
  })

  test('is not undone while one article was edited since, and says which; then whole, with redirects and files', async () => {
    const { services } = site
    const [touched, another] = [await articleOf(old.pages[7]!), await articleOf(old.pages[300]!)]
    const [picture] = [...(await read(another)).content.matchAll(/api\/file\/(\d+)/g)].map(([, fileId]) =>
      Number(fileId),
    )
    const { data: edited } = await desk.get('/staff/article/detail', { id: touched })
    const values = { ...edited.values, title: '改过的标题' }
    const saved = await desk.must('/staff/article/save', { id: touched, version: edited.version, values, point: true })
    expect(saved.version).toBeGreaterThan(0)
    const hindered = await desk.must('/staff/old-site/undo', { id })
    expect(hindered).toMatchObject({ undone: false, removed: 0, obstacles: [{ articleId: touched }] })
    expect(hindered.obstacles[0]).toMatchObject({ title: old.pages[7]!.title, why: expect.stringContaining('修改') })
    expect(await findRedirect(services, old.pages[0]!.address)).toBeDefined()
    await services.db.delete(articleVersion).where(eq(articleVersion.articleId, touched))
    await services.db.delete(articleDraft).where(eq(articleDraft.articleId, touched))
    expect(await desk.must('/staff/old-site/undo', { id })).toMatchObject({ undone: true, removed: 500, obstacles: [] })
    expect(await services.db.$count(redirect)).toBe(0)
    expect((await site.get('/catalog/a/info', { id: another })).code).toBe(404)
    expect(await bytesOf(picture!)).toMatchObject({ isPublic: false, attachedAt: null })
    expect(await desk.item(id)).toMatchObject({ state: 'undone', imported: 0, canCheck: true, canUndo: false })
  })
})

async function expectPicture({ colour }: OldPage, content: string) {
  const shown = [...content.matchAll(/<img [^>]*src="\/api\/file\/(\d+)"/g)].map(([, fileId]) => Number(fileId))
  expect(shown).toHaveLength(colour ? 1 : 0)
  if (!colour) return
  const { bytes, isPublic } = await bytesOf(shown[0]!)
  expect(isPublic).toBe(true)
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([data[0], data[1], data[2]]).toEqual([colour.r, colour.g, colour.b])
}

async function expectPapers({ papers }: OldPage, article: { files: { id: number; name: string }[]; content: string }) {
  expect(article.files.map(({ name }) => name)).toEqual(papers.map(({ name, ext }) => `${name}.${ext}`))
  for (const [i, { id: fileId }] of article.files.entries()) {
    expect(article.content).toContain(`href="/api/file/${fileId}?download=1"`)
    expect((await bytesOf(fileId)).bytes.equals(papers[i]!.bytes)).toBe(true)
    expect((await site.app.inject({ url: `/api/file/${fileId}` })).statusCode).toBe(200)
  }
}
