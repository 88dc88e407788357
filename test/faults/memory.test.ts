import { expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import { importerOf, peopleList } from '../operation/callers/importer.ts'
import { start } from '../operation/sites.ts'
import { until } from '../support/site.ts'
import { film } from '../support/uploads.ts'
import { baseline, cutReaders, dial, hangUp, METERED, memoryOf, p95, printTable, startVisitor } from './attackers.ts'

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const SECONDS = 75

test('eighty connections that ask for the largest answers and read none take no memory', async () => {
  const site = await start({ demo: true, env: METERED })
  await fetch(`${site.url}/api/openapi.json`).then(answer => answer.arrayBuffer())
  const usual = await baseline(site)
  const before = await memoryOf(site)
  const other = startVisitor(site)
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
  printTable('80 connections × 12 requests, nothing read', rows)
  const cut = Number(rows.find(row => Number(row.cut) > dead.length)?.second)
  printTable('', [{ before, peak, after, 'last cut, s': cut, 'p95 usual': usual, 'p95 meanwhile': p95(other.times) }])
  expect(other.failures).toEqual([])
  expect(peak - before).toBeLessThan(200)
  // Looked at every five seconds.
  expect(cut).toBeLessThanOrEqual(35)
})

test('a slow but honest line gets all it asked for', async () => {
  const site = await start({ demo: true })
  const honest = dial(site)
  onTestFinished(() => hangUp([honest]))
  // More than the kernel buffers for a connection.
  const total = 6
  honest.socket.write(asking('/api/openapi.json').repeat(total))
  let taken = 0
  const sip = setInterval(() => {
    const chunk = honest.socket.read(4_000) ?? honest.socket.read()
    taken += chunk?.length ?? 0
  }, 200)
  onTestFinished(() => clearInterval(sip))
  await until(() => honest.state === 'open')
  await until(() => performance.now() - honest.openedAt > 100_000, 120_000)
  expect(honest.state).toBe('open')
  expect(taken).toBeGreaterThan(1_000_000)
})

/** Heap limit of the program and size of the largest allowed upload, in MB. */
const HEAP = 200
const FILM = 190

test('with little memory large files and long lists are streamed, and others notice nothing', async () => {
  const site = await start({
    demo: true,
    env: { ...METERED, STAFF_TOTP: 'off', NODE_OPTIONS: `--max-old-space-size=${HEAP}` },
  })
  const usual = await baseline(site)
  const before = await memoryOf(site)
  const other = startVisitor(site)
  const staff = await importerOf(site)
  const body = JSON.stringify({ account: 'qingyuan', password: DEMO_PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const { data } = await (await fetch(`${site.url}/api/login`, { method: 'POST', body, headers })).json()
  const sendFilm = async () => {
    const form = new FormData()
    form.append('use', 'video')
    form.append('file', new File([film(FILM << 20)], '风采.mp4'))
    const answer = await fetch(`${site.url}/api/file/upload`, {
      method: 'POST',
      body: form,
      headers: { token: data.token },
    })
    return answer.json()
  }
  const importPeople = async () => {
    const { id } = await staff.post('/staff/import/check', {
      kind: 'persons',
      fileId: await staff.upload(await peopleList(10_000)),
    })
    await staff.settled(id)
    await staff.post('/staff/import/start', { id, rows: 'good' })
    return staff.settled(id)
  }
  const memory: number[] = []
  const watching = setInterval(async () => memory.push(await memoryOf(site)), 500)
  onTestFinished(() => clearInterval(watching))
  const [sent, imported] = await Promise.all([sendFilm(), importPeople()])
  await other.stop()
  printTable('a film and 10,000 rows at once', [
    { before, peak: Math.max(...memory), 'p95 usual': usual, 'p95 meanwhile': p95(other.times) },
  ])
  expect(sent.code).toBe(200)
  expect(imported).toMatchObject({ status: 'done', added: 10_000 })
  expect(other.failures).toEqual([])
  expect(site.exitCode()).toBeNull()
  expect(await site.stop()).toBe(0)
})
