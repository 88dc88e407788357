import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ demo: true })
  return () => site.cleanUp()
})

/** Exactly these bytes; what came back until the connection was closed. */
async function send(lines: readonly string[], body = '') {
  const socket = connect(site.port, '127.0.0.1').on('error', () => {})
  let heard = ''
  socket.setEncoding('latin1').on('data', chunk => {
    heard += chunk
  })
  socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'close')
  const [head = '', text = ''] = heard.split('\r\n\r\n')
  const headers = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map(line => [line.split(': ')[0]!.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
  )
  return { status: Number(head.split(' ')[1]), headers, text }
}
const HOST = 'host: site.test'

test('JSON nested ten thousand deep cannot be read, wherever it stands', async () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const inner = `${open.repeat(10_000)}${open === '[' ? '' : '1'}${close.repeat(10_000)}`
    for (const body of [inner, `{"account":${inner}}`]) {
      const { status, text } = await send(
        ['POST /api/login HTTP/1.1', HOST, 'content-type: application/json', `content-length: ${body.length}`],
        body,
      )
      expect([status, JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)).code]).toEqual([400, 400])
    }
  }
})

test('the whole address is read as the path in it', async () => {
  expect((await send(['GET http://site.test/healthz HTTP/1.1', HOST])).text).toContain('"ok"')
  expect((await send(['GET HTTP://other.test/admin/home?x=1 HTTP/1.1', HOST])).status).toBe(200)
  expect((await send(['GET http://site.test HTTP/1.1', HOST])).status).toBeLessThan(400)
  for (const target of ['ftp://site.test/', 'http:///x', 'nowhere', '*'])
    expect((await send([`GET ${target} HTTP/1.1`, HOST])).status, target).toBe(400)
})

test.each(['TRACE', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is accepted nowhere', async method => {
  for (const [path, allow] of [
    ['/admin/home', 'GET, HEAD'],
    ['/nowhere', 'GET, HEAD'],
    ['/api/catalog', 'GET, HEAD, POST'],
  ]) {
    const { status, headers } = await send([`${method} ${path} HTTP/1.1`, HOST, 'content-length: 0'])
    expect([status, headers.get('allow')], path).toEqual([405, allow])
  }
})

test('a page takes no POST', async () => {
  const { status, headers } = await send(['POST /admin/home HTTP/1.1', HOST, 'content-length: 0'])
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('two Host headers are one too many, of a kept page, too', async () => {
  for (const path of ['/admin/home', '/admin/home', '/api/catalog', '/healthz'])
    expect((await send([`GET ${path} HTTP/1.1`, HOST, 'Host: other.test'])).status, path).toBe(400)
})

// Cached answers use strong compression, single ones use fast compression.
test.each([
  ['br;q=0', undefined, undefined],
  ['gzip, br;q=0', 'gzip', 'gzip'],
  ['gzip;q=0, br;q=0.0', undefined, undefined],
  ['br;q=0, zstd;q=0, *', 'gzip', 'gzip'],
  ['*;q=0', undefined, undefined],
  ['*;q=0, gzip', 'gzip', 'gzip'],
  ['identity;q=0, br', 'br', 'br'],
  ['identity;q=0', undefined, undefined],
  ['*', 'br', 'zstd'],
  ['GZIP ; Q=0.5', 'gzip', 'gzip'],
  ['gzip, deflate, br', 'br', 'br'],
  ['gzip, deflate, br, zstd', 'br', 'zstd'],
  ['zstd', undefined, 'zstd'],
  ['abracadabra', undefined, undefined],
])('to %s, what is kept is coded by %s and what is not by %s', async (accepted, kept, once) => {
  const codingOf = async (path: string) =>
    (await send([`GET ${path} HTTP/1.1`, HOST, `accept-encoding: ${accepted}`])).headers.get('content-encoding')
  for (const path of ['/admin/home', '/admin/home', '/api/openapi.json']) expect(await codingOf(path), path).toBe(kept)
  expect(await codingOf(`/admin/home?_=${Math.random()}`)).toBe(once)
})

test('what is not a public answer is kept by nobody, however its address is spelt', async () => {
  for (const path of [
    '/api/member/info',
    '/api/member/info/',
    '/api/member/info?x.css',
    '/api/member/info/x.css',
    '/api/staff/session',
    '/api/nothing',
    '/api/%',
    '/admin/%',
    '/admin/user/x.css',
    '/nowhere.css',
    '/assets/none.js',
  ]) {
    const { headers, status } = await send([`GET ${path} HTTP/1.1`, HOST])
    expect(headers.get('cache-control'), `${path} ${status}`).toMatch(
      status === 200 && !path.startsWith('/api') ? /no-cache|no-store/ : /no-store/,
    )
    expect(headers.get('vary'), path).toBeTruthy()
  }
})
