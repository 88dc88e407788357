import { expect, test } from 'vitest'
import { start } from './sites.ts'

const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)

test('every address of the sitemap is a page, and every column has its feed', { timeout: 180_000 }, async () => {
  const site = await start({ demo: true })
  const read = async (path: string) => {
    const answer = await fetch(site.url + path)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const robots = await read('/robots.txt')
  expect(robots).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' })
  const sitemap = await read(new URL(/^Sitemap: (.*)$/m.exec(robots.text)![1]!).pathname)
  expect(sitemap).toMatchObject({ status: 200, type: 'application/xml; charset=utf-8' })

  const broken = []
  for (const path of addresses(sitemap.text)) {
    const { status, type } = await read(path)
    if (status !== 200 || !type?.startsWith('text/html')) broken.push(`${status} ${path}`)
  }
  expect(broken).toEqual([])

  const columns = addresses(sitemap.text).filter(path => path.startsWith('/admin/news/list/'))
  expect(columns.length).toBeGreaterThan(0)
  for (const path of columns)
    expect(await read(`${path}/rss.xml`)).toMatchObject({ status: 200, type: 'application/rss+xml; charset=utf-8' })
  expect((await read('/sitemap-2.xml')).status).toBe(404)
})
