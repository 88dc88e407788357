import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { type Api, apiContext } from '#api/load.ts'
import { loader as feed } from '#modules/content/pages/feed.ts'
import { article } from '#modules/content/server/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { endTrial } from '#modules/settings/server/trial.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { call } from '../../app.ts'
import { loader as robots } from './pages/robots.ts'
import { loader as sitemap } from './pages/sitemap.ts'

setUpSite({ demo: true })

type Loader = typeof robots

/** Returns the answer of the page's loader, with calls in process as in server rendering. */
async function read(loader: Loader, path: string, params: Record<string, string> = {}) {
  const api: Api = (key, input) => call(site.ctx(), key, input)
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  const response = await loader({ context, params, request: new Request(`http://site.test${path}`) })
  return { type: response.headers.get('content-type'), text: await response.text() }
}
const all = (text: string, tag: string) => [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))].map(m => m[1]!)

async function publish(count: number, title: string, daysAgo = 0) {
  const publishedAt = new Date(Date.now() - 60_000 - daysAgo * 86_400_000)
  const row = { catalogueId: 43, title, content: '', plain: '', status: 'published', publishedAt } as const
  await site.services.db.insert(article).values(Array.from({ length: count }, () => row))
}

describe('a column as a feed', () => {
  test('is its 20 newest articles, newest first, whatever is kept at the top', async () => {
    const { db } = site.services
    await db.insert(article).values({
      catalogueId: 43,
      title: '很久以前置顶的',
      content: '',
      plain: '',
      status: 'published',
      isTop: true,
      publishedAt: new Date('2001-01-01T00:00:00+08:00'),
    })
    await publish(20, '新的')
    const { type, text } = await read(feed, '/admin/news/list/43/rss.xml', { catalogId: '43' })
    expect(type).toBe('application/rss+xml; charset=utf-8')
    expect(text.match(/<item>/g)).toHaveLength(20)
    expect(text).not.toContain('很久以前置顶的')
    const times = all(text, 'pubDate').map(Date.parse)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(text).toContain('<atom:link href="http://site.test/admin/news/list/43/rss.xml" rel="self"')
    expect(text).toMatch(/<title>招标采购 - [^<]+<\/title>/)
  })

  test('carries every character as text', async () => {
    await publish(1, '锅炉 <b>R&D</b> "采购"\u0008 ]]>')
    const { text } = await read(feed, '/admin/news/list/43/rss.xml', { catalogId: '43' })
    expect(text).toContain('<title>锅炉 &#60;b&#62;R&#38;D&#60;/b&#62; &#34;采购&#34; ]]&#62;</title>')
  })

  test('is the same until something is published, so that a reader need not fetch it again', async () => {
    const first = await read(feed, '/admin/news/list/26/rss.xml', { catalogId: '26' })
    expect(await read(feed, '/admin/news/list/26/rss.xml', { catalogId: '26' })).toEqual(first)
  })

  test.each(['35', '84', '999', 'abc'])('there is none of column %s', async catalogId => {
    await expect(read(feed, `/admin/news/list/${catalogId}/rss.xml`, { catalogId })).rejects.toMatchObject({
      init: { status: 404 },
    })
  })
})

test('robots may read what is public, and learn where the sitemap is', async () => {
  const { type, text } = await read(robots, '/robots.txt')
  expect(type).toBe('text/plain; charset=utf-8')
  expect(text.split('\n')).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /api/', 'Allow: /api/file/', 'Disallow: /staff']),
  )
  expect(text).toContain('\nSitemap: http://site.test/sitemap.xml\n')
})

test('of a site on trial robots may read nothing, and there is no sitemap', async () => {
  await writeSetting(site.ctx(), 'trial', { startedAt: new Date().toISOString() })
  expect((await read(robots, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
  await expect(read(sitemap, '/sitemap.xml')).rejects.toMatchObject({ init: { status: 404 } })
  await endTrial(site.services)
  expect((await read(robots, '/robots.txt')).text).toContain('Sitemap:')
})

describe('the sitemap file', () => {
  const src = resolve(import.meta.dirname, '../..')
  const textOf = (file: string) => readFileSync(resolve(src, file), 'utf8')
  /** Open to search engines, and in no need of being found. */
  const LEFT_OUT = [
    '/admin/home/dash',
    '/admin/login/privacy',
    '/admin/login/terms',
    '/admin/publicity/qualification/old',
    '/admin/publicity/training/registration',
    '/admin/publicity/notice',
    '/admin/verify/batch',
  ]

  test('names every page that stands behind no record, unless the page hides or is left out here', async () => {
    const routes = [...textOf('routes.ts').matchAll(/route\('(admin\/[^:*']+)', '(modules\/[^']+)'/g)]
    const open = routes.flatMap(([, path, file]) => (textOf(file!).includes('hidden: true') ? [] : `/${path}`))
    expect(open.length).toBeGreaterThan(10)
    const named = all((await read(sitemap, '/sitemap.xml')).text, 'loc').map(address => new URL(address).pathname)
    expect(open.filter(path => !named.includes(path))).toEqual(LEFT_OUT)
  })

  test('names every address in full', async () => {
    const { type, text } = await read(sitemap, '/sitemap.xml')
    expect(type).toBe('application/xml; charset=utf-8')
    const { data } = await site.get('/sitemap')
    expect(all(text, 'loc')).toEqual(data.list.map(({ path }: { path: string }) => `http://site.test${path}`))
    expect(all(text, 'lastmod')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/)
  })

  test.each(['sitemap-2', 'sitemap-0', 'sitemap-x', 'sitemap-01', 'other'])('there is no %s.xml', async file => {
    await expect(read(sitemap, `/${file}.xml`, { file })).rejects.toMatchObject({ init: { status: 404 } })
  })

  test('is cut into parts of at most 50,000 addresses, none lost and none twice', async () => {
    // Inserts in batches: the statement timeout is 5 s, which a single insert may exceed on a busy machine.
    for (let from = 1; from <= 50_000; from += 5_000)
      await site.services.db.execute(sql`
        insert into article (catalogue_id, title, content, plain, status, published_at)
        select 21, '批量 ' || n, '', '', 'published', now() - interval '30 days'
        from generate_series(${from}::int, ${from + 4_999}::int) n`)
    const { text } = await read(sitemap, '/sitemap.xml')
    expect(text).toContain('<sitemapindex')
    const parts = all(text, 'loc')
    expect(parts).toEqual(['http://site.test/sitemap-1.xml', 'http://site.test/sitemap-2.xml'])
    const [first, second] = await Promise.all(
      ['sitemap-1', 'sitemap-2'].map(async file => all((await read(sitemap, `/${file}.xml`, { file })).text, 'loc')),
    )
    expect(first!.length).toBe(50_000)
    expect(second!.length).toBeGreaterThan(0)
    expect(new Set([...first!, ...second!]).size).toBe(first!.length + second!.length)
  })
})
