import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { type AdvertMaker, approvedAdvert, makeAdvertiser, openPosition } from '#test/support/advertising.ts'
import { asStaff } from '#test/support/make.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

let by: AdvertMaker
beforeAll(async () => {
  await openPosition(site, 'P2', 100, 50)
  by = await makeAdvertiser(site)
})

const contact = async () => (await by.api.get('/cms/adverti/contact')).data
const free = async () => (await contact()).positions.find(({ code }: { code: string }) => code === 'P2').free as number

test('whoever wants to advertise is told the positions with size and price, what is free, and whom to call', async () => {
  expect((await site.get('/cms/adverti/contact')).status).toBe(401)
  const { positions, phone, email, qr, offline } = await contact()
  expect(positions.map(({ code }: { code: string }) => code)).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6'])
  expect(positions[1]).toMatchObject({
    name: '首页中部通栏',
    size: expect.stringContaining('1200'),
    price: 100,
    maxNum: 50,
  })
  const { association } = (await site.get('/config/public')).data
  expect([phone, email].every(Boolean)).toBe(true)
  expect(qr).toBe(association.qr[0].imgUrl)
  expect(offline.code).toBe('P7')
  const before = await free()
  const { id } = await approvedAdvert(site, by)
  expect(await free()).toBe(before - 1)
  // Adverts shown today are listed, those still to come are not.
  const shown = (await site.get('/cms/index/noLogin/adverti', { position: 'P2' })).data
  expect(positions[1].now).toEqual(
    shown.map(({ title, advertiser, imgUrl, endDate }: Record<string, string>) => ({
      title,
      advertiser,
      imgUrl,
      endDate,
    })),
  )
  expect(positions[1].now.length).toBeGreaterThan(0)
  expect(shown.map((one: { id: number }) => one.id)).not.toContain(id)
})

test('whom to call about adverts is what the settings say', async () => {
  const admin = await asStaff(site, 'admin')
  const settings = (await admin.get('/staff/settings')).data as { code: string; values: object; version: string }[]
  const { values, version } = settings.find(({ code }) => code === 'adverts')!
  const form = { ...values, contactName: '冉星河', mobile: '13900000777', notice: '请提前十个工作日提交。' }
  expect((await admin.post('/staff/settings/save', { code: 'adverts', version, form })).code).toBe(200)
  expect(await contact()).toMatchObject({
    contactName: '冉星河',
    mobile: '13900000777',
    notice: '请提前十个工作日提交。',
  })
})
