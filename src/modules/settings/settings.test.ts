import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCreditCode } from '#lib/creditCode.ts'
import { type Site, startApp } from '../../../test/support/app.ts'

let site: Site
let empty: Site
beforeAll(async () => {
  site = await startApp({ demo: true })
  empty = await startApp()
})
afterAll(() => Promise.all([site.close(), empty.close()]))

test('the demo association says who it is, under a valid credit code', async () => {
  const { data } = await site.get('/config/public')
  expect(data).toMatchObject({ title: 'fixed', grey: false, demo: true })
  expect(data.association).toMatchObject({ name: '全国锅炉与锅炉水处理行业协会', foundedYear: 1984 })
  expect(isCreditCode(data.association.creditCode)).toBe(true)
})

test('its two QR pictures open and are large enough to be read from a screen', async () => {
  const { qr } = (await site.get('/config/public')).data.association as { qr: { name: string; imgUrl: string }[] }
  expect(qr.map(({ name }) => name)).toEqual(['抖音视频号', '微信公众号'])
  const pictures = await Promise.all(qr.map(({ imgUrl }) => site.app.inject({ url: imgUrl })))
  for (const { statusCode, body } of pictures) {
    expect(statusCode).toBe(200)
    expect(Number(body.match(/width="(\d+)"/)![1])).toBeGreaterThanOrEqual(240)
  }
  expect(pictures[0]!.body).not.toBe(pictures[1]!.body)
})

test('a new installation has a name to show before anybody has filled one in', async () => {
  const { code, data } = await empty.get('/config/public')
  expect(code).toBe(200)
  expect(data).toMatchObject({ demo: false, association: { name: '行业协会', qr: [] } })
})
