import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { type Site, until } from '../support/site.ts'
import { lookInto, start } from './sites.ts'

const TOKEN = 'of sixteen letters'
const COLUMN = 43
const NEWS = `/admin/news/list/${COLUMN}`
const OTHER = '/admin/news/list/26'

type Kept = { tags: string[]; body: string }

/** Stands in for a CDN: keeps what it may, by address, and drops by tag what it is told to; as Cloudflare, in its words. */
async function startCdn() {
  const kept = new Map<string, Kept>()
  const orders: unknown[] = []
  let origin = ''
  let refuses = 0
  const purge = async (request: IncomingMessage): Promise<number> => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return 401
    if (refuses > 0) {
      refuses--
      return 503
    }
    const order = JSON.parse(Buffer.concat(await request.toArray()).toString())
    orders.push(order)
    for (const [address, { tags }] of kept)
      if (order.purge_everything || tags.some(tag => order.tags.includes(tag))) kept.delete(address)
    return 200
  }
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') return response.writeHead(await purge(request)).end()
    const found = kept.get(request.url!)
    if (found) return response.writeHead(200, { 'x-cache': 'HIT' }).end(found.body)
    const answer = await fetch(origin + request.url)
    const body = await answer.text()
    const tags = answer.headers.get('cache-tag')?.split(',') ?? []
    if (/max-age=[1-9]/.test(answer.headers.get('cdn-cache-control') ?? '')) kept.set(request.url!, { tags, body })
    response.writeHead(answer.status, { 'x-cache': 'MISS' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url,
    orders,
    inFrontOf: ({ url }: Site) => {
      origin = url
    },
    refuse: (times: number) => {
      refuses = times
    },
    ask: async (path: string) => {
      const answer = await fetch(url + path)
      return { isKept: answer.headers.get('x-cache') === 'HIT', body: await answer.text() }
    },
  }
}

test('a cache in front drops the pages that a change shows in, and no other; what it does not take is told again', async () => {
  const cdn = await startCdn()
  const site = await start({ demo: true, env: { PURGE_URL: `${cdn.url}/purge`, PURGE_TOKEN: TOKEN } })
  cdn.inFrontOf(site)
  const database = await lookInto(site)
  const retitle = (title: string) =>
    database.query(
      `update article set title = $1 where id = (select id from article where catalogue_id = $2 and status = 'published'
         order by published_at desc limit 1)`,
      [title, COLUMN],
    )
  // A start drops all: twice, for what was on its way.
  await until(() => cdn.orders.length === 2)
  expect(cdn.orders).toEqual([{ purge_everything: true }, { purge_everything: true }])

  for (const path of [NEWS, OTHER]) await cdn.ask(path)
  expect([(await cdn.ask(NEWS)).isKept, (await cdn.ask(OTHER)).isKept]).toEqual([true, true])
  await retitle('刚刚改过的标题')
  await until(async () => (await cdn.ask(NEWS)).body.includes('刚刚改过的标题'), 5_000)
  expect((await cdn.ask(OTHER)).isKept).toBe(true)

  cdn.refuse(1)
  await retitle('第一次没有收到的标题')
  await until(async () => (await cdn.ask(NEWS)).body.includes('第一次没有收到的标题'), 10_000)
  expect((await cdn.ask(OTHER)).isKept).toBe(true)

  // Private answers are not cached by a CDN.
  expect((await fetch(`${site.url}/api/staff/me`)).headers.get('cdn-cache-control')).toBeNull()
  expect(await site.stop()).toBe(0)
})
