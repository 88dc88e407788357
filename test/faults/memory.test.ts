import { expect, onTestFinished, test } from 'vitest'
import { start } from '../operation/sites.ts'
import { until } from '../support/site.ts'
import { baseline, cutReaders, dial, hangUp, METERED, memoryOf, p95, told, visiting } from './attackers.ts'

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const SECONDS = 75

test('eighty connections that ask for the largest answers and read none take no memory', async () => {
  const site = await start({ demo: true, env: METERED })
  await fetch(`${site.url}/api/openapi.json`).then(answer => answer.arrayBuffer())
  const usual = await baseline(site)
  const before = await memoryOf(site)
  const other = visiting(site)
  const dead = Array.from({ length: 80 }, () => dial(site))
  onTestFinished(() => hangUp(dead))
  for (const { socket } of dead) socket.write(asking('/api/openapi.json').repeat(12))
  const sipping = dial(site)
  onTestFinished(() => hangUp([sipping]))
  sipping.socket.write(asking('/api/openapi.json').repeat(12))
  const sip = setInterval(() => sipping.socket.read(200), 1_000)
  onTestFinished(() => clearInterval(sip))

  const rows: Record<string, unknown>[] = []
  const begun = performance.now()
  const secondsOf = (moment: number) => Math.round((moment - begun) / 1000)
  await until(async () => {
    const second = secondsOf(performance.now())
    if (second >= rows.length * 5) {
      rows.push({ second, 'RSS, MB': await memoryOf(site), cut: await cutReaders(site) })
    }
    return second >= SECONDS
  }, 120_000)
  await other.stop()
  const after = await memoryOf(site)
  const peak = Math.max(...rows.map(row => Number(row['RSS, MB'])))
  told('80 connections × 12 requests, nothing read', rows)
  const cut = Number(rows.find(row => Number(row.cut) > dead.length)?.second)
  told('', [{ before, peak, after, 'last cut, s': cut, 'p95 usual': usual, 'p95 meanwhile': p95(other.times) }])
  expect(other.failures).toEqual([])
  expect(peak - before).toBeLessThan(200)
  // Looked at every five seconds.
  expect(cut).toBeLessThanOrEqual(35)
})

test('a slow but honest line gets all it asked for', async () => {
  const site = await start({ demo: true })
  const honest = dial(site)
  onTestFinished(() => hangUp([honest]))
  // More than the system keeps for a connection.
  const total = 6
  honest.socket.write(asking('/api/openapi.json').repeat(total))
  let taken = 0
  const sip = setInterval(() => {
    const chunk = honest.socket.read(4_000) ?? honest.socket.read()
    taken += chunk?.length ?? 0
  }, 200)
  onTestFinished(() => clearInterval(sip))
  await until(() => performance.now() - honest.openedAt > 100_000, 120_000)
  expect(honest.state).toBe('open')
  expect(taken).toBeGreaterThan(1_000_000)
})
