import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { by, infoOf, setUpAdvertiser } from '#test/setups/advertiser.ts'
import { site } from '#test/setups/site.ts'
import { approvedAdvert, inDays, makeAdvertiser } from '#test/support/advertising.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { advert } from './server/tables.ts'

setUpAdvertiser()

let cashier: ReturnType<typeof site.as>
beforeAll(async () => {
  cashier = await asStaff(site, await staffWith(site, ['cashier']))
})
let keys = 0
const receivableOf = async (id: number): Promise<number> => (await infoOf(by, id)).fee.receivableId
const optionsOf = async (receivable: number) => (await by.api.get('/member/refund/options', { receivable })).data
const request = (receivable: number, sent: object) =>
  by.api.post('/member/refund/request', {
    receivable,
    reason: '产品停产',
    payee: by.orgName,
    bank: '示例银行',
    account: '622200000000',
    once: `advert-${++keys}`,
    ...sent,
  })
const refundOf = async (id: number) => (await cashier.get('/staff/refund/detail', { id })).data

test('an advert that was not shown yet is withdrawn with the request, and all of its fee is asked back', async () => {
  const { id } = await approvedAdvert(site, by, { position: 'P4' })
  const receivable = await receivableOf(id)
  const options = await optionsOf(receivable)
  expect(options).toMatchObject({
    kindName: '广告费',
    received: 1000,
    rule: { percent: 100, text: expect.stringContaining('全额退还'), reason: expect.stringContaining(inDays(5)) },
    ending: { text: expect.stringContaining('不再投放'), parts: [{ id, amount: 1000 }] },
  })
  expect(await request(receivable, { amount: 1000 })).toMatchObject({
    code: 400,
    data: { fields: { parts: expect.anything() } },
  })
  const all = await Promise.all([1, 2].map(() => request(receivable, { amount: 1000, parts: [id] })))
  expect(all.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect((await infoOf(by, id)).advert).toMatchObject({ status: 'withdrawn', statusName: '已撤回' })
  const { data } = all.find(({ code }) => code === 200)!
  expect(await refundOf(data.id)).toMatchObject({ amount: 1000, ruleAmount: 1000, state: 'requested' })
  const another = await makeAdvertiser(site)
  expect((await another.api.get('/member/refund/options', { receivable })).code).toBe(404)
})

test('of one that runs an amount is asked for with a reason, and staff decide; it runs on', async () => {
  const { id } = await approvedAdvert(site, by, { position: 'P5' })
  await site.services.db
    .update(advert)
    .set({ startsOn: inDays(-4) })
    .where(eq(advert.id, id))
  const receivable = await receivableOf(id)
  expect(await optionsOf(receivable)).toMatchObject({
    rule: { percent: null, reason: expect.stringContaining('投放了 5 天') },
    ending: null,
  })
  const { data } = await request(receivable, { amount: 300 })
  expect(await refundOf(data.id)).toMatchObject({ amount: 300, ruleAmount: null, reason: '产品停产' })
  expect((await infoOf(by, id)).advert.status).toBe('running')
})
