import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { by, infoOf, listOf, setUpAdvertiser } from '#test/setups/advertiser.ts'
import { site } from '#test/setups/site.ts'
import { type AdvertMaker, decideAdvert, handInAdvert, inDays, makeAdvertiser } from '#test/support/advertising.ts'
import { advertAllowance } from './server/tables.ts'

setUpAdvertiser()

/** Uses a year that has not begun: no day of it is used. */
const NEXT = Number(inDays(0).slice(0, 4)) + 1

describe('what the level of membership includes', () => {
  const quote = async (whose: AdvertMaker, days: number) => {
    const asked = { position: 'P2', startDate: inDays(5), endDate: inDays(4 + days) }
    return (await whose.api.get('/cms/adverti/quote', asked)).data
  }

  test('nobody but a member organisation has free days', async () => {
    expect(await quote(by, 10)).toMatchObject({ freeDays: 0, amount: 1000 })
  })

  test('days beyond the year’s are charged, spelled out', async () => {
    const one = await makeAdvertiser(site, { advertDays: 3 })
    expect(await quote(one, 4)).toMatchObject({ days: 4, price: 100 })
    const { data } = await handInAdvert(site, one, {
      position: 'P2',
      startsOn: `${NEXT}-03-01`,
      endsOn: `${NEXT}-03-10`,
    })
    expect((await infoOf(one, data.id)).fee).toMatchObject({
      freeDays: 3,
      paidDays: 7,
      amount: 700,
      words: '共 10 天，会员权益抵扣 3 天，7 天 × 100 元 = 700 元',
    })
    const { benefits } = (await one.api.get('/member/overview')).data
    expect(benefits.list[0]).toMatchObject({ name: '广告展示', total: 3 })
  })

  test('the meter shows the days of this year that were taken', async () => {
    const one = await makeAdvertiser(site, { advertDays: 40 })
    const { data } = await handInAdvert(site, one, { position: 'P2' })
    const { db } = site.services
    await db.delete(advertAllowance).where(eq(advertAllowance.advertId, data.id))
    const taken = { advertId: data.id, days: 12 }
    await db.insert(advertAllowance).values([
      { ...taken, year: NEXT - 1 },
      { ...taken, year: NEXT },
    ])
    const { benefits } = (await one.api.get('/member/overview')).data
    expect(benefits.list[0]).toMatchObject({ name: '广告展示', used: 12, total: 40 })
  })

  test('each calendar year has its own', async () => {
    const one = await makeAdvertiser(site, { advertDays: 5 })
    const { data } = await handInAdvert(site, one, {
      position: 'P2',
      startsOn: `${NEXT}-12-25`,
      endsOn: `${NEXT + 1}-01-10`,
    })
    const rows = await site.services.db.select().from(advertAllowance).where(eq(advertAllowance.advertId, data.id))
    expect(rows.map(({ year, days }) => [year, days]).toSorted()).toEqual([
      [NEXT, 5],
      [NEXT + 1, 5],
    ])
  })

  test('without a limit nothing is charged, and the review alone decides', async () => {
    const one = await makeAdvertiser(site, { advertDays: null })
    const { data } = await handInAdvert(site, one, { position: 'P2' })
    await decideAdvert(site, data.applicationId, { action: 'pass' })
    expect((await infoOf(one, data.id)).advert).toMatchObject({ status: 'scheduled', amount: 0 })
  })

  test.each(['withdrawn', 'rejected', 'returned'])('days of one that is %s can be used again', async how => {
    const one = await makeAdvertiser(site, { advertDays: 30 })
    const { data } = await handInAdvert(site, one, {
      position: 'P2',
      startsOn: `${NEXT}-03-01`,
      endsOn: `${NEXT}-03-30`,
    })
    const left = async () =>
      (
        await one.api.get('/cms/adverti/quote', {
          position: 'P2',
          startDate: `${NEXT}-05-01`,
          endDate: `${NEXT}-05-30`,
        })
      ).data
    expect((await left()).freeDays).toBe(0)
    const [{ applicationId, applicationVersion }] = (await listOf(one)).list
    if (how === 'withdrawn')
      await one.api.post('/member/application/withdraw', { id: applicationId, version: applicationVersion })
    else
      await decideAdvert(site, data.applicationId, { action: how === 'rejected' ? 'reject' : 'return', opinion: '不' })
    expect((await left()).freeDays).toBe(30)
  })
})
