import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Site, startApp } from '#test/support/app.ts'
import { asStaff, signInAs } from '#test/support/make.ts'
import { geocode } from './server/tables.ts'

let site: Site
let member: ReturnType<(typeof site)['as']>
let service: Server
let asked: URL[]
let answer: { status?: number; body: string; delay?: number; headers?: Record<string, string> }

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(new URL(request.url!, 'http://service'))
    const { status = 200, body, delay = 0, headers } = answer
    setTimeout(() => response.writeHead(status, headers).end(body), delay)
  })
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
  site = await startApp({ demo: true })
  const endpoint = `http://127.0.0.1:${(service.address() as { port: number }).port}`
  site.services.config.geocoder = { key: 'serverkey', endpoint }
})
afterAll(async () => {
  await site.close()
  service.close()
})
beforeEach(async () => {
  asked = []
  await site.services.db.delete(geocode)
})

const found = (location: object, status: unknown = '0') => ({ body: JSON.stringify({ msg: 'ok', location, status }) })
const locate = async (keyWord: string) => {
  member ??= site.as(await signInAs(site, 'qingyuan'))
  return member.get('/map/geocode', { keyWord })
}
const ADDRESS = '江苏省苏州市工业园区星湖街 328 号'

test('an address is asked for once, and kept without being readable', async () => {
  answer = found({ lon: '120.7342', lat: '31.2611', level: '门址', score: 100, keyWord: ADDRESS })
  const place = { lng: 120.7342, lat: 31.2611, level: '门址', score: 100, approx: false }
  expect((await locate(ADDRESS)).data).toEqual({ ...place, source: 'tianditu' })
  expect(asked[0]!.pathname).toBe('/geocoder')
  expect(asked[0]!.searchParams.get('tk')).toBe('serverkey')
  expect(JSON.parse(asked[0]!.searchParams.get('ds')!)).toEqual({ keyWord: ADDRESS.replaceAll(' ', '') })
  expect((await locate('江苏省苏州市工业园区 星湖街３２８号')).data).toEqual({ ...place, source: 'cache' })
  expect(asked).toHaveLength(1)
  expect(JSON.stringify(await site.services.db.select().from(geocode))).not.toContain('苏州')
})

test('numbers may be numbers, and what else is not as documented does no harm', async () => {
  answer = found({ lon: 116.4, lat: 39.9, level: 7, score: 'high' }, 0)
  expect((await locate('北京市东城区')).data).toMatchObject({ lng: 116.4, lat: 39.9, score: null, source: 'tianditu' })
})

const centre = { lng: 118.797, lat: 32.06, level: '省级行政区', score: null, approx: true, source: 'fallback' }
test.each([
  ['knows no such address', { body: '{"msg":"无结果","status":"101"}' }],
  ['refuses the key', { status: 403, body: '{"msg":"权限类型错误","code":301012}' }],
  ['answers a page', { body: '<html>' }],
  ['answers nothing', { body: '' }],
  ['answers something else', { body: '[1,2]' }],
  ['sends us elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
  ['answers a place that is not in China', found({ lon: '0', lat: '0' })],
  ['answers words instead of numbers', found({ lon: 'NaN', lat: '' })],
  ['takes more than three seconds', { ...found({ lon: '120', lat: '31' }), delay: 3_300 }],
])('when the service %s, the centre of the province is told, as an approximation', async (_, given) => {
  answer = given
  expect(await locate(ADDRESS)).toMatchObject({ code: 200, data: centre })
  expect(await site.services.db.$count(geocode)).toBe(0)
})

test('of two provinces in an address the first counts; of none there is no place', async () => {
  answer = { body: '' }
  expect((await locate('上海市北京西路 1 号')).data).toMatchObject({ lng: 121.474, approx: true })
  expect(await locate('某路 1 号')).toMatchObject({ code: 200, data: null })
})

test('without a key nobody is asked', async () => {
  const { geocoder } = site.services.config
  site.services.config.geocoder = undefined
  expect((await locate(ADDRESS)).data).toEqual(centre)
  site.services.config.geocoder = geocoder
  expect(asked).toEqual([])
})

test('members and staff look up addresses, strangers do not, and nobody without end', async () => {
  expect((await site.get('/map/geocode', { keyWord: ADDRESS })).status).toBe(401)
  expect((await locate('')).code).toBe(400)
  answer = { body: '' }
  const editor = await asStaff(site, 'editor')
  expect(await editor.get('/map/geocode', { keyWord: ADDRESS })).toMatchObject({ code: 200, data: centre })
  const zhangwei = site.as(await signInAs(site, 'zhangwei'))
  const codes: number[] = []
  for (let n = 0; n < 31; n++) codes.push((await zhangwei.get('/map/geocode', { keyWord: '某路 1 号' })).code)
  expect([codes.filter(code => code === 200).length, codes.at(-1)]).toEqual([30, 429])
})
