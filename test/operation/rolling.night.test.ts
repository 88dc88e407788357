import { cp, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import { until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { startPair } from './pair.ts'
import { crowd, visitorOf } from './visitors.ts'

const ARTICLE = '/admin/news/list-info/3467'

let dataDir: string
let pair: Awaited<ReturnType<typeof startPair>>

beforeAll(async () => {
  dataDir = await makeScratch('rolling')
  await cp(process.env.SITE_TEMPLATE!, dataDir, { recursive: true })
  pair = await startPair(dataDir)
})
afterAll(async () => {
  await pair.stop()
  await rm(dataDir, { recursive: true })
})

test('two servers that are restarted one after the other under load fail nobody', async () => {
  const visitor = visitorOf(pair.proxy)
  const { data } = await visitor('POST', '/api/login', { account: 'qingyuan', password: DEMO_PASSWORD })
  const load = crowd(pair.proxy, data.token)
  await until(() => load.seen.length > 200)
  for (const place of [0, 1, 0, 1]) {
    const before = load.seen.length
    await pair.replace(place)
    expect(load.seen.length).toBeGreaterThan(before + 100)
  }
  await load.stop()
  expect(load.seen.filter(({ status }) => status !== 200)).toEqual([])
  const writes = load.seen.filter(({ method }) => method === 'POST')
  expect(writes.length).toBeGreaterThan(50)
  console.info(`${load.seen.length} requests through ${pair.proxy.by}, ${writes.length} of them writes, none failed`)
}, 400_000)

test('what is changed through one server is so on both within a second', async () => {
  const [one, other] = pair.sites.map(({ port }) => visitorOf({ port }))
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
