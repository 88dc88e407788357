import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Site, startSite, until } from '../support/site.ts'

const TOKEN = 'of the tests of the edge'
const BOUNDS = {
  CONNECTIONS: '12',
  CONNECTIONS_PER_ADDRESS: '6',
  CONNECTIONS_PER_NETWORK: '8',
  REQUESTS_AT_ONCE: '6',
  REQUESTS_AT_ONCE_PER_ADDRESS: '2',
  REQUESTS_AT_ONCE_PER_NETWORK: '3',
  SLOW_SECONDS: '2',
}

let site: Site
beforeAll(async () => {
  site = await startSite({ demo: true, env: { METRICS_TOKEN: TOKEN, ...BOUNDS } })
  return () => site.cleanUp()
})

/** A connection from that address of this machine, with what came on it so far. */
async function dial(localAddress = '127.0.0.1') {
  const socket = connect({ port: site.port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  const dialled = { socket, heard: '', isClosed: false }
  socket
    .on('error', () => {})
    .on('close', () => {
      dialled.isClosed = true
    })
  socket.setEncoding('latin1').on('data', chunk => {
    dialled.heard += chunk
  })
  await once(socket, 'connect')
  return dialled
}

const asking = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
const closed = (socket: Socket) => once(socket, 'close')

/** Reads a metric from a separate address, so that it does not use up the connections under test. */
async function reading(name: string, labels = '') {
  const { socket, ...dialled } = await dial('127.0.9.9')
  let heard = dialled.heard
  socket.on('data', chunk => {
    heard += chunk
  })
  socket.write(asking('/metrics', `authorization: Bearer ${TOKEN}\r\nconnection: close\r\n`))
  await closed(socket)
  const lines = heard.split('\n').filter(line => line.startsWith(name) && line.includes(labels))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

// Wait until the connections of the previous test are gone. The metrics request itself remains, and perhaps one from
// the start.
beforeEach(() => until(async () => (await reading('hangxie_connections_open')) <= 2))

test('one address opens no more connections than its share, and others still come in', async () => {
  const own = await Promise.all(Array.from({ length: 6 }, () => dial('127.0.2.1')))
  const more = await dial('127.0.2.1')
  await until(() => more.isClosed)
  expect(more.heard).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: \d+/s)
  expect(own.some(({ isClosed }) => isClosed)).toBe(false)
  // The port is full: whoever holds the most gives up one that is idle.
  await Promise.all(Array.from({ length: 6 }, () => dial('127.0.3.1')))
  const another = await dial('127.0.4.1')
  another.socket.write(asking('/healthz'))
  await until(() => another.heard.startsWith('HTTP/1.1 200'))
  await until(() => own.some(({ isClosed }) => isClosed))
  expect(await reading('hangxie_connections_refused_total', 'address')).toBe(1)
  expect(await reading('hangxie_connections_evicted_total')).toBeGreaterThan(0)
})

const HALF_HEADERS = 'GET / HTTP/1.1\r\nhost: x\r\n'
const HALF_BODY = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n'

test('a port full of half requests from as many addresses lets a visitor in, and ends no request under way', async () => {
  const working = await dial('127.1.0.1')
  working.socket.write(HALF_BODY)
  const half = await Promise.all(Array.from({ length: 11 }, (_, n) => dial(`127.1.${n + 1}.1`)))
  for (const { socket } of half) socket.write(HALF_HEADERS)
  const visitors = await Promise.all(Array.from({ length: 3 }, (_, n) => dial(`127.2.${n}.1`)))
  for (const { socket } of visitors) socket.write(asking('/healthz'))
  await until(() => visitors.every(({ heard }) => heard.startsWith('HTTP/1.1 200')))
  await until(() => half.slice(0, 2).every(({ isClosed }) => isClosed))
  expect(half.slice(4).some(({ isClosed }) => isClosed)).toBe(false)
  expect(working.isClosed).toBe(false)
  working.socket.write('{"a":"b"}')
  await until(() => working.heard.includes('"code":400'))
})

test('a port full of connections that asked once and wait lets visitors in', async () => {
  const ask = async (from: string) => {
    const one = await dial(from)
    one.socket.write(asking('/healthz'))
    await until(() => one.heard.startsWith('HTTP/1.1 200'))
    return one
  }
  const waiting: Awaited<ReturnType<typeof dial>>[] = []
  for (let n = 0; n < 16; n++) waiting.push(await ask(`127.3.${n}.1`))
  await until(() => waiting.filter(({ isClosed }) => isClosed).length >= 4)
  expect(waiting.slice(6).some(({ isClosed }) => isClosed)).toBe(false)
})

test('one network opens no more connections than its share, from however many addresses', async () => {
  const own = await Promise.all(Array.from({ length: 8 }, (_, n) => dial(`127.5.0.${n + 1}`)))
  const more = await dial('127.5.0.9')
  await until(() => more.isClosed)
  expect(more.heard).toMatch(/^HTTP\/1\.1 503 /)
  expect(own.some(({ isClosed }) => isClosed)).toBe(false)
  const other = await dial('127.6.0.1')
  other.socket.write(asking('/healthz'))
  await until(() => other.heard.startsWith('HTTP/1.1 200'))
})

test('half bodies from as many addresses take the place of no visitor', async () => {
  const half = await Promise.all(Array.from({ length: 6 }, (_, n) => dial(`127.7.${n}.1`)))
  for (const { socket } of half) socket.write(HALF_BODY)
  const visitor = await dial('127.8.0.1')
  visitor.socket.write(asking('/api/nothing'))
  await until(() => visitor.heard.includes('"code":'))
  expect(visitor.heard).toContain('"code":404')
})

test('requests of one network beyond its share are asked to come again', async () => {
  const half = await Promise.all(Array.from({ length: 3 }, (_, n) => dial(`127.9.0.${n + 1}`)))
  for (const { socket } of half) socket.write(HALF_BODY)
  const ask = async (from: string) => {
    const visitor = await dial(from)
    visitor.socket.write(asking('/api/nothing', 'connection: close\r\n'))
    await closed(visitor.socket)
    return visitor.heard.split(' ')[1]
  }
  await until(async () => (await ask('127.9.0.4')) === '503')
  expect(await ask('127.10.0.1')).toBe('200')
})

test('what is asked ahead is answered in turn, and only so far ahead', async () => {
  const patient = await dial()
  const paths = ['/api/openapi.json', '/healthz', '/api/link?type=text', '/admin/home']
  patient.socket.write(paths.map(path => asking(path)).join('') + asking('/readyz', 'connection: close\r\n'))
  await closed(patient.socket)
  const kinds = [...patient.heard.matchAll(/HTTP\/1\.1 200 .*?\r\ncontent-type: ([\w/]+)/gis)].map(([, kind]) => kind)
  expect(kinds).toEqual(['application/json', 'application/json', 'application/json', 'text/html', 'application/json'])

  const greedy = await dial()
  greedy.socket.write(asking('/api/openapi.json').repeat(1_000))
  await closed(greedy.socket)
  expect(await reading('hangxie_connections_refused_total', 'pipeline')).toBe(1)
})

test('requests of one address beyond its share are asked to come again', async () => {
  const { slow, answer } = await until(async () => {
    const slow = await Promise.all([dial(), dial()])
    for (const { socket } of slow) socket.write(HALF_BODY)
    const third = await dial()
    // Request an answer that is not cached: cached ones are always sent.
    third.socket.write(asking('/api/nothing'))
    await until(() => third.heard.includes('"code":'))
    third.socket.destroy()
    if (third.heard.startsWith('HTTP/1.1 503')) return { slow, answer: third.heard }
    // The third request came before the other two, or after they had been cut: try again.
    for (const { socket } of slow) socket.destroy()
  })
  expect(answer).toMatch(/\r\nretry-after: 5\r\n.*"code":503/s)
  // The slow clients never send the rest of their bodies.
  await until(() => slow.every(({ heard, isClosed }) => isClosed && heard.startsWith('HTTP/1.1 408')))
  expect(await reading('hangxie_slow_bodies_cut_total')).toBeGreaterThanOrEqual(2)
})

test('headers that do not end are cut', async () => {
  const slow = await dial()
  slow.socket.write('GET / HTTP/1.1\r\nx-a: ')
  const drip = setInterval(() => slow.socket.write('b'), 100)
  await until(() => slow.isClosed)
  clearInterval(drip)
  expect(slow.heard).toMatch(/^HTTP\/1\.1 408/)
})

test('who takes no answer is cut, and who reads slowly but honestly is not', async () => {
  const [dead, honest] = await Promise.all([dial(), dial()])
  // More than the kernel buffers on its own.
  const many = asking('/api/openapi.json').repeat(30)
  dead.socket.pause().write(many)
  honest.socket.pause().write(many)
  let taken = 0
  const sip = setInterval(() => {
    taken += honest.socket.read(100_000)?.length ?? honest.socket.read()?.length ?? 0
  }, 50)
  onTestFinished(() => clearInterval(sip))
  await until(async () => (await reading('hangxie_slow_readers_cut_total')) === 1)
  expect(honest.isClosed).toBe(false)
  expect(taken).toBeGreaterThan(0)
})
