import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { expireTimedPages } from '#modules/content/server/timedPages.ts'
import { message } from '#modules/messages/server/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { type AdvertMaker, approvedAdvert, inDays, makeAdvertiser, openPosition } from '#test/support/advertising.ts'
import { runningAdverts } from './server/adverts.ts'
import { remindAdvertisers } from './server/reminding.ts'
import { advert, advertDay } from './server/tables.ts'

setUpSite({ env: { WRITES_PER_MINUTE: '1000' } })

let by: AdvertMaker
let id: number
beforeAll(async () => {
  await openPosition(site, 'P2', 0, 20)
  by = await makeAdvertiser(site)
  id = (await approvedAdvert(site, by)).id
  await run(id, 0, 9)
})

const run = (which: number, from: number, until: number) =>
  site.services.db
    .update(advert)
    .set({ startsOn: inDays(from), endsOn: inDays(until) })
    .where(eq(advert.id, which))

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
let visitors = 0
const newVisitor = () => `10.9.${++visitors >> 8}.${visitors & 255}`

const tell = async (what: 'view' | 'click', payload: object, from: string, headers: Record<string, string> = {}) => {
  const response = await site.app.inject({
    method: 'POST',
    url: `/api/app/adverti/${what}`,
    payload,
    remoteAddress: from,
    headers: { 'user-agent': CHROME, 'sec-fetch-site': 'same-origin', ...headers },
  })
  return response.json().code as number
}
const statsOf = async (which = id) => (await by.api.get('/cms/adverti/stats', { id: which })).data

describe('views and clicks', () => {
  test('are counted once in ten minutes for an address and browser, and shown to the advertiser', async () => {
    const before = await statsOf()
    const [one, two] = [newVisitor(), newVisitor()]
    for (const from of [one, one, two]) expect(await tell('view', { ids: [id, id] }, from)).toBe(200)
    expect(await tell('click', { id }, one)).toBe(200)
    expect(await tell('click', { id }, one)).toBe(200)
    await tell('view', { ids: [id] }, one, { 'user-agent': `${CHROME} other` })
    const after = await statsOf()
    expect([after.views - before.views, after.clicks - before.clicks]).toEqual([3, 1])
    expect(after.days.at(-1)).toMatchObject({ day: inDays(0), views: after.views })
    const { list } = (await by.api.get('/cms/adverti/list')).data
    expect(list.find((row: { id: number }) => row.id === id)).toMatchObject({
      views: after.views,
      clicks: after.clicks,
    })
  })

  test('set no cookie, and leave nothing about the visitor in the database', async () => {
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/app/adverti/view',
      payload: { ids: [id] },
      remoteAddress: '10.77.1.2',
      headers: { 'user-agent': CHROME, 'sec-fetch-site': 'same-origin' },
    })
    expect(response.headers['set-cookie']).toBeUndefined()
    const rows = await site.services.db.select().from(advertDay)
    expect(JSON.stringify(rows)).not.toContain('10.77')
    expect(Object.keys(rows[0]!).toSorted()).toEqual(['advertId', 'clicks', 'day', 'views'])
  })

  test('of robots that say so, other sites’ pages, unknown adverts and those that do not run are not counted', async () => {
    const idle = (await approvedAdvert(site, by)).id
    const before = await statsOf()
    await tell('view', { ids: [id] }, newVisitor(), { 'user-agent': 'Mozilla/5.0 (compatible; Baiduspider/2.0)' })
    await tell('view', { ids: [id] }, newVisitor(), { 'sec-fetch-site': 'cross-site' })
    expect(await tell('view', { ids: [999_999, idle] }, newVisitor())).toBe(200)
    expect((await statsOf()).views).toBe(before.views)
    expect(await site.services.db.$count(advertDay, eq(advertDay.advertId, idle))).toBe(0)
  })

  test.each([{}, { ids: [] }, { ids: 'x' }, { ids: Array(21).fill(1) }, { ids: [{}] }])(
    'a body %j is refused',
    async body => {
      expect(await tell('view', body, newVisitor())).toBe(400)
    },
  )

  test('too many from one address are turned away', async () => {
    const from = newVisitor()
    // All at once: one after the other, a slow machine may take so long that they are not too many.
    const codes = await Promise.all(Array.from({ length: 150 }, () => tell('click', { id }, from)))
    expect(codes.filter(code => code === 429).length).toBeGreaterThan(0)
  })

  test('at once from many visitors are all counted', async () => {
    const before = await statsOf()
    await Promise.all(Array.from({ length: 25 }, () => tell('view', { ids: [id] }, newVisitor())))
    expect((await statsOf()).views - before.views).toBe(25)
  })
})

describe('while the site is grey on a memorial day', () => {
  test('there are no adverts anywhere, and nothing is counted', async () => {
    const display = { title: 'fixed', greyScope: 'home', greyTo: null } as const
    const from = new Date(Date.now() - 60_000).toISOString()
    const { db } = site.services
    await writeSetting({ db, now: new Date() }, 'display', { ...display, greyFrom: from } as never)
    expect((await site.get('/cms/index/noLogin/adverti')).data).toEqual([])
    const before = await statsOf()
    await tell('view', { ids: [id] }, newVisitor())
    expect((await statsOf()).views).toBe(before.views)
    await writeSetting({ db, now: new Date() }, 'display', { ...display, greyFrom: null } as never)
    expect((await site.get('/cms/index/noLogin/adverti')).data).toHaveLength(1)
  })
})

describe('at midnight in Shanghai', () => {
  test('kept pages are dropped when an advert begins and when it has ended, whatever the zone of the server', async () => {
    const { db } = site.services
    const which = (await approvedAdvert(site, by)).id
    await run(which, 40, 49)
    const at = (day: number, minutes: number) => ({
      db,
      now: new Date(startOf(inDays(day)).getTime() + minutes * 60_000),
    })
    await expireTimedPages(at(39, 1430))
    expect(await expireTimedPages(at(40, -1))).toBe(false)
    expect(await expireTimedPages(at(40, 1))).toBe(true)
    expect(await expireTimedPages(at(40, 2))).toBe(false)
    expect(await expireTimedPages(at(49, 1439))).toBe(true)
    expect(await expireTimedPages(at(50, 1))).toBe(true)
    // The job may have been down over midnight.
    expect(await expireTimedPages(at(62, 600))).toBe(true)
  })

  test('a day is the association’s: late in the evening in New York it is tomorrow already', async () => {
    const which = (await approvedAdvert(site, by, { title: '美洲的夜' })).id
    await run(which, 70, 70)
    const idsAt = async (moment: string) =>
      (await runningAdverts({ ...site.services, now: new Date(moment) }, { position: 'P2' })).map(({ id }) => id)
    const before = addDays(inDays(70), -1)
    expect(await idsAt(`${before}T10:59:59-05:00`)).not.toContain(which)
    expect(await idsAt(`${before}T11:00:00-05:00`)).toContain(which)
    expect(await idsAt(`${inDays(70)}T10:59:59-05:00`)).toContain(which)
    expect(await idsAt(`${inDays(70)}T11:00:00-05:00`)).not.toContain(which)
  })
})

describe('its advertiser is told', () => {
  const told = async (title: string) =>
    (
      await site.services.db.select().from(message).where(eq(message.accountId, by.accountId)).orderBy(message.id)
    ).filter(row => row.title.startsWith(title))
  const job = (days: number) => {
    const { services } = site
    const now = startOf(inDays(days))
    return remindAdvertisers({ ...services, now, actor: { kind: 'anonymous' }, address: '', headers: {} } as never)
  }

  test('three days before the end, and with the totals after it, each once', async () => {
    await run(id, 0, 9)
    await job(5)
    expect(await told('广告即将到期')).toHaveLength(0)
    await Promise.all([job(6), job(6)])
    await job(7)
    expect(await told('广告即将到期')).toHaveLength(1)
    await job(10)
    await job(11)
    const ended = (await told('广告已到期')).filter(row => row.objectId === id)
    expect(ended).toHaveLength(1)
    const { views, clicks } = await statsOf()
    expect(ended[0]!.content).toContain(`共被看到 ${views} 次，点击 ${clicks} 次`)
  })
})

test('days without a view are shown as such, and the export has them all', async () => {
  await run(id, -4, 3)
  const { days } = await statsOf()
  expect(days.map(({ day }: { day: string }) => day)).toEqual([-4, -3, -2, -1, 0].map(inDays))
  const response = await site.app.inject({
    url: `/api/cms/adverti/stats/export?id=${id}`,
    headers: { token: by.token },
  })
  expect(response.headers['content-type']).toContain('spreadsheetml')
  expect(dayOf(new Date())).toBe(inDays(0))
})
