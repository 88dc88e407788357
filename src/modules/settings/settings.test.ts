import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCreditCode } from '#lib/creditCode.ts'
import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { type Site, startApp } from '#test/support/app.ts'
import type { SettingForm } from './settingForm.ts'

let site: Site
let empty: Site
beforeAll(async () => {
  site = await startApp({ demo: true })
  empty = await startApp({ env: { TIANDITU_KEY: 'a1b2c3' } })
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

test('the key of the map is told to browsers where the installation has one', async () => {
  expect((await empty.get('/config/public')).data.tiandituKey).toBe('a1b2c3')
  expect((await site.get('/config/public')).data.tiandituKey).toBeNull()
})

const field = fieldsIn('')
const card = { code: 'card', name: '卡', hint: '' }

// Never run: the compiler must refuse each of these; `tsc` fails where one compiles.
void ((): SettingForm[] => [
  { ...card, group: 'payAccount', fields: defineForm([field('bank', '开户行')]) },
  // @ts-expect-error a setting that its group does not have
  { ...card, group: 'payAccount', fields: defineForm([field('iban', '账号')]) },
  // @ts-expect-error a number where the group has a text
  { ...card, group: 'payAccount', fields: defineForm([field('bank', '开户行', { kind: 'number' })]) },
  // @ts-expect-error a choice that the group does not know
  { ...card, group: 'display', fields: [field('title', '标题', { kind: 'choice', options: optionsOf({ no: '无' }) })] },
  // @ts-expect-error a point where the group has no coordinates
  { ...card, group: 'payAccount', fields: defineForm([field('point', '位置', { kind: 'point' })]) },
])
