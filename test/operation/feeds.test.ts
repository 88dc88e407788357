import { expect, test } from 'vitest'
import { until } from '../support/site.ts'
import { lookInto, start } from './sites.ts'

const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)

/** Header and footer of a page, without the mark of the current menu entry. */
const frameIn = (html: string) =>
  ['header', 'footer'].map(name => {
    const drawn = html.match(new RegExp(`<${name} class="${name}">.*?</${name}>`, 's'))?.[0] ?? ''
    return drawn.replaceAll(' aria-current="page"', '')
  })
const entriesIn = (html: string) => (frameIn(html)[0]!.match(/href=/g) ?? []).length
const currentIn = (html: string) =>
  html.match(/<header class="header">.*?<\/header>/s)![0].match(/aria-current="page" href="[^"]*"/g) ?? []

test('every address of the sitemap is a page in the same frame, and every column has its feed', {
  timeout: 180_000,
}, async () => {
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
  const first = await read('/admin/verify')
  expect(entriesIn(first.text)).toBeGreaterThan(10)
  for (const path of addresses(sitemap.text)) {
    const { status, type, text } = await read(path)
    if (status !== 200 || !type?.startsWith('text/html')) broken.push(`${status} ${path}`)
    // Frames are rendered with the first page, or with the first page of a menu entry.
    if (frameIn(text).join() !== frameIn(first.text).join()) broken.push(`another frame around ${path}`)
    if (text.includes('<i data-part=')) broken.push(`no frame around ${path}`)
    if (currentIn(text).some(link => !link.includes(`"${path}"`))) broken.push(`another entry is marked in ${path}`)
  }
  expect(broken).toEqual([])
  const again = await Promise.all([1, 2].map(i => read(`/admin/news/list/41?_=${i}`)))
  expect(currentIn(again[1]!.text)).toHaveLength(1)
  expect(again[1]!.text.replaceAll('_=2', '_=1')).toBe(again[0]!.text)
  const found = await read('/admin/home/search?key=节能')
  expect(frameIn(found.text)[0]).toContain('value="节能"')
  expect(frameIn((await read('/admin/verify?_=1')).text).join()).toBe(frameIn(first.text).join())

  const database = await lookInto(site)
  await database.query(`update catalogue set name = '改了名的栏目' where id = 41`)
  await until(async () => frameIn((await read('/admin/verify')).text).every(part => part.includes('改了名的栏目')))

  const columns = addresses(sitemap.text).filter(path => path.startsWith('/admin/news/list/'))
  expect(columns.length).toBeGreaterThan(0)
  for (const path of columns)
    expect(await read(`${path}/rss.xml`)).toMatchObject({ status: 200, type: 'application/rss+xml; charset=utf-8' })
  expect((await read('/sitemap-2.xml')).status).toBe(404)
})
