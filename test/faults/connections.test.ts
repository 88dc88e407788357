import { expect, onTestFinished, test } from 'vitest'
import { start } from '../operation/sites.ts'
import { until } from '../support/site.ts'
import { baseline, cutReaders, dial, hangUp, METERED, memoryOf, p95, printTable, startVisitor } from './attackers.ts'

const MANY = 10_000
const seconds = (ms: number) => Math.round(ms / 100) / 10

test('ten thousand connections are taken or turned away, and visitors notice little', async () => {
  const site = await start({ demo: true })
  const usual = await baseline(site)
  const before = await memoryOf(site)
  const other = startVisitor(site)
  const all: ReturnType<typeof dial>[] = []
  onTestFinished(() => hangUp(all))
  let peak = before
  for (let n = 0; n < MANY; n++) {
    all.push(dial(site, { from: `127.1.${n % 50}.1`, reads: true }))
    // Wait: the system queues no more connections than this for a port.
    if (n % 200 === 199) {
      await until(() => all.every(({ state }) => state !== 'dialling'), 60_000)
      peak = Math.max(peak, await memoryOf(site))
    }
  }
  for (const { socket, state } of all) if (state === 'open') socket.write('GET /admin/home HTTP/1.1\r\nhost: x\r\n\r\n')
  await until(() => all.every(({ state, heard }) => state === 'closed' || heard !== ''), 60_000)
  peak = Math.max(peak, await memoryOf(site))
  const answered = all.filter(({ heard }) => heard.startsWith('HTTP/1.1 200')).length
  const turnedAway = all.filter(({ heard }) => heard.startsWith('HTTP/1.1 503')).length
  await other.stop()
  hangUp(all)
  const ended = performance.now()
  const again = startVisitor(site)
  await until(() => again.times.length > 20 && p95(again.times.slice(-20)) <= Math.max(2 * usual, 50), 60_000)
  const back = performance.now() - ended
  await again.stop()
  printTable('ten thousand connections', [
    { answered, turnedAway, neither: MANY - answered - turnedAway, before, peak, after: await memoryOf(site) },
  ])
  printTable('', [{ 'p95 usual': usual, 'p95 meanwhile': p95(other.times), 'back after, s': seconds(back) }])
  expect(other.failures).toEqual([])
  expect(answered + turnedAway).toBe(MANY)
  expect(peak).toBeLessThan(600)
  expect(p95(other.times)).toBeLessThan(1_000)
  expect(back).toBeLessThan(10_000)
})

test('who is slow with headers, with a body or with reading is cut, and others are served as ever', async () => {
  const site = await start({ demo: true, env: METERED })
  // Made once, and kept.
  await fetch(`${site.url}/api/openapi.json`).then(answer => answer.arrayBuffer())
  const usual = await baseline(site)
  const slow = Array.from({ length: 300 }, (_, n) => ({
    kind: n % 3,
    of: dial(site, { from: `127.0.1.${1 + (n % 5)}` }),
  }))
  const all = slow.map(({ of }) => of)
  onTestFinished(() => hangUp(all))
  await until(() => all.every(({ state }) => state === 'open'))
  const begun = performance.now()
  const drip = setInterval(() => {
    for (const { kind, of } of slow) if (of.state === 'open' && kind < 2) of.socket.write('x')
    for (const { kind, of } of slow) if (kind < 2) of.socket.resume()
  }, 1_000)
  onTestFinished(() => clearInterval(drip))
  for (const { kind, of } of slow)
    of.socket.write(
      [
        'GET / HTTP/1.1\r\nx-slow: ',
        'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n{',
        'GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(12),
      ][kind]!,
    )
  const other = startVisitor(site)
  const senders = slow.filter(({ kind }) => kind < 2)
  const cut = { reading: 0 }
  await until(async () => {
    if (cut.reading === 0 && (await cutReaders(site)) === slow.length / 3) cut.reading = performance.now() - begun
    return cut.reading > 0 && senders.every(({ of }) => of.state === 'closed')
  }, 90_000)
  await other.stop()
  const lastOf = (kind: number) =>
    seconds(Math.max(...slow.map(one => (one.kind === kind ? one.of.closedAt - begun : 0))))
  const row = {
    headers: lastOf(0),
    body: lastOf(1),
    reading: seconds(cut.reading),
    'p95 usual': usual,
    p95: p95(other.times),
  }
  printTable('three hundred slow clients, cut after s', [row])
  expect(other.failures).toEqual([])
  expect(row.headers).toBeLessThanOrEqual(30)
  expect(row.body).toBeLessThanOrEqual(30)
  expect(row.reading).toBeLessThanOrEqual(32)
  expect(row.p95).toBeLessThan(Math.max(2 * usual, 50))
})
