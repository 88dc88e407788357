import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpAdvertiser } from '#test/setups/advertiser.ts'
import { site } from '#test/setups/site.ts'
import { approvedAdvert, handInAdvert, inDays, makeAdvertiser } from '#test/support/advertising.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { advert } from './server/tables.ts'

setUpAdvertiser()

test('a quote is of these days; the days that the advert itself was given count for it, not against it', async () => {
  const { api, ...by } = await makeAdvertiser(site, { advertDays: 10 })
  const { data } = await handInAdvert(site, { api, ...by }, { position: 'P2' })
  const quote = async (more: object = {}) => {
    const asked = { position: 'P2', startDate: inDays(5), endDate: inDays(14), ...more }
    return (await api.get('/cms/adverti/quote', asked)).data
  }
  expect(await quote()).toMatchObject({ days: 10, freeDays: 0 })
  expect(await quote({ id: data.id })).toMatchObject({ days: 10, freeDays: 10 })
  expect(await quote({ startDate: inDays(10) })).toMatchObject({ days: 5 })
  expect(await quote({ endDate: inDays(24) })).toMatchObject({ days: 20 })
})

describe('how often it was seen', () => {
  test('is told of one advert, from one day to another, on the page and in the file alike', async () => {
    const by = await makeAdvertiser(site)
    const [long, short] = [await approvedAdvert(site, by), await approvedAdvert(site, by)]
    const runFrom = (id: number, startsOn: string) =>
      site.services.db.update(advert).set({ startsOn }).where(eq(advert.id, id))
    await runFrom(long.id, inDays(-99))
    await runFrom(short.id, inDays(-4))
    const ask = async (id: number, span: Record<string, string> = {}) => {
      const { data } = await by.api.get('/cms/adverti/stats', { id, ...span })
      const query = new URLSearchParams({ id: String(id), ...span })
      const { rawPayload } = await site.app.inject({
        url: `/api/cms/adverti/stats/export?${query}`,
        headers: { token: by.token },
      })
      const [, ...rows] = textsOf(await sheetOf(rawPayload))
      expect(rows.map(([day]) => day)).toEqual(data.days.map(({ day }: { day: string }) => day))
      return rows.length
    }
    expect(await ask(long.id)).toBe(100)
    expect(await ask(short.id)).toBe(5)
    expect(await ask(long.id, { from: inDays(-9) })).toBe(10)
    expect(await ask(long.id, { to: inDays(-90) })).toBe(10)
  })
})
