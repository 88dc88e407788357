import { cp, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import { freePort, type Site, startSite, until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { type RunningProxy, startProxy } from './proxy.ts'
import { crowd, visitorOf } from './visitors.ts'

const TOKEN = 'of the tests of operation'
const ARTICLE = '/admin/news/list-info/3467'

let dataDir: string
let postgres: Awaited<ReturnType<typeof startPostgres>>
let ports: number[]
let sites: Site[] = []
let proxy: RunningProxy | undefined

beforeAll(async () => {
  dataDir = await makeScratch('rolling')
  await cp(process.env.SITE_TEMPLATE!, dataDir, { recursive: true })
  postgres = await startPostgres({ dataDir })
  ports = [await freePort(), await freePort()]
  proxy = await startProxy(await freePort(), ports)
  sites = await Promise.all(ports.map(serve))
})

afterAll(async () => {
  await Promise.all(sites.map(site => site.cleanUp()))
  await proxy?.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true })
})

/** Starts one of two sites that share a database, a data directory and a key, as the operator's manual describes. */
const serve = (port: number) =>
  startSite({
    demo: true,
    dataDir,
    env: {
      PORT: String(port),
      DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${postgres.connection.host}`,
      PUBLIC_URL: `https://localhost:${proxy!.port}`,
      TRUST_PROXY: 'loopback',
      DRAIN_SECONDS: '3',
      METRICS_TOKEN: TOKEN,
      CAPTCHA: 'off',
      STAFF_TOTP: 'off',
      WRITES_PER_MINUTE: '10000',
    },
  })

/** Whether the proxy has sent a request to this site since its start. */
async function isBusy({ url }: Site) {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return (await answer.text()).includes('route="/api/catalog/a"')
}

test('two servers that are restarted one after the other under load fail nobody', async () => {
  const visitor = visitorOf(proxy!)
  const { data } = await visitor('POST', '/api/login', { account: 'qingyuan', password: DEMO_PASSWORD })
  const load = crowd(proxy!, data.token)
  await until(() => load.seen.length > 200)
  for (const turn of [0, 1, 0, 1]) {
    // Wait until the proxy uses both; otherwise stopping one would leave it with none.
    for (const site of sites) await until(() => isBusy(site))
    const before = load.seen.length
    const leaving = sites[turn]!.stop()
    await until(async () => (await fetch(`${sites[turn]!.url}/readyz`)).status === 503)
    expect(await leaving).toBe(0)
    sites[turn] = await serve(ports[turn]!)
    await until(() => isBusy(sites[turn]!))
    expect(load.seen.length).toBeGreaterThan(before + 100)
  }
  await load.stop()
  expect(load.seen.filter(({ status }) => status !== 200)).toEqual([])
  const writes = load.seen.filter(({ method }) => method === 'POST')
  expect(writes.length).toBeGreaterThan(50)
  console.info(`${load.seen.length} requests through ${proxy!.by}, ${writes.length} of them writes, none failed`)
}, 400_000)

test('what is changed through one server is so on both within a second', async () => {
  const [one, other] = sites.map(({ port }) => visitorOf({ port }))
  const login = await one!('POST', '/api/staff/login', { account: 'admin', password: DEMO_PASSWORD })
  const cookie = login.cookie!
  await one!('POST', '/api/staff/confirm', { password: DEMO_PASSWORD }, { cookie })
  const article = (status: number) => async (of: typeof one) => (await of!('GET', ARTICLE)).status === status
  const [certificate] = (await one!('GET', '/api/app/publicity/qualification/list?status=valid')).data.list
  const number = encodeURIComponent(certificate.certNo)
  const certificateIs = (status: string) => async (of: typeof one) =>
    (await of!('GET', `/api/app/publicity/qualification/list?certNo=${number}`)).data.list[0]?.certStatus === status
  const detail = await one!('GET', `/api/staff/certificate/detail?id=${certificate.id}`, undefined, { cookie })
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const suspended = { action: 'suspended', effectiveOn: today, reason: '未按规定提交年度报告' }
  const changes: [string, string, object, (of: typeof one) => Promise<boolean>][] = [
    ['withdrawn', '/api/staff/article/withdraw', { id: 3467, reason: '内容已过时' }, article(404)],
    ['published', '/api/staff/article/publish', { id: 3467 }, article(200)],
    [
      'suspended',
      '/api/staff/certificate/act',
      { id: certificate.id, seen: detail.data.seen, ...suspended },
      certificateIs('suspended'),
    ],
  ]
  for (const [name, path, input, isSeen] of changes) {
    // Both sites have cached the old state.
    for (const of of [one, other]) expect(await isSeen(of)).toBe(false)
    expect(await one!('POST', path, input, { cookie })).toMatchObject({ code: 200 })
    const begun = performance.now()
    await Promise.all([one, other].map(of => until(() => isSeen(of), 1_000)))
    console.info(`${name}: seen on both after ${Math.round(performance.now() - begun)} ms`)
  }
})
