import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  type AdvertMaker,
  advertForm,
  decideAdvert,
  handInAdvert,
  inDays,
  makeAdvertiser,
  openPosition,
} from '#test/support/advertising.ts'
import { advertDaysUsed } from './server/allowances.ts'
import { advert } from './server/tables.ts'

setUpSite({ env: { WRITES_PER_MINUTE: '1000' } })

const draftOf = async (by: AdvertMaker, changes: Record<string, unknown>) => {
  const { form, materials } = await advertForm(site, by, changes)
  const { data } = await by.api.post('/cms/adverti/user/update', { form, materials, action: 'save' })
  return { by, id: data.id as number }
}
const handIn = ({ by, id }: Awaited<ReturnType<typeof draftOf>>) =>
  by.api.post('/cms/adverti/user/update', { id, action: 'submit' })

describe('of several who want the last place on the same days', () => {
  test('one has it, the others are told which days are taken and keep their drafts', async () => {
    await openPosition(site, 'P2', 100, 1)
    const makers = await Promise.all([1, 2, 3].map(() => makeAdvertiser(site)))
    const drafts = await Promise.all(
      makers.map((by, i) => draftOf(by, { position: 'P2', startsOn: inDays(5 + i), endsOn: inDays(8 + i) })),
    )
    const answers = await Promise.all(drafts.map(handIn))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
    for (const [i, { code, msg }] of answers.entries()) {
      if (code === 200) continue
      expect(msg).toMatch(/首页中部通栏在 .*\d{4}-\d\d-\d\d.* 已满/)
      const { list } = (await makers[i]!.api.get('/cms/adverti/list')).data
      expect(list).toMatchObject([{ status: 'draft', canEdit: true, title: '锅炉补给水成套装置' }])
    }
  })

  test('days beside those that are taken are free, and what is given back is free again', async () => {
    await openPosition(site, 'P5', 100, 1)
    const [one, two] = [await makeAdvertiser(site), await makeAdvertiser(site)]
    const first = await handInAdvert(site, one, { position: 'P5', startsOn: inDays(5), endsOn: inDays(9) })
    const draft = await draftOf(two, { position: 'P5', startsOn: inDays(9), endsOn: inDays(12) })
    expect((await handIn(draft)).msg).toContain(`在 ${inDays(9)} 已满`)
    const asked = { position: 'P5', startDate: inDays(8), endDate: inDays(11) }
    expect((await two.api.get('/cms/adverti/quote', asked)).data.full).toEqual([inDays(8), inDays(9)])
    expect((await handInAdvert(site, two, { position: 'P5', startsOn: inDays(10), endsOn: inDays(12) })).code).toBe(200)
    await decideAdvert(site, first.data.applicationId, { action: 'reject', opinion: '不合适' })
    expect((await two.api.get('/cms/adverti/quote', asked)).data.full).toEqual([inDays(10), inDays(11)])
  })
})

test('two adverts of one company at once never use the same free days', async () => {
  await openPosition(site, 'P4', 100, 10)
  const by = await makeAdvertiser(site, { advertDays: 30 })
  const year = Number(inDays(0).slice(0, 4)) + 1
  const drafts = await Promise.all(
    ['甲', '乙', '丙'].map(title =>
      draftOf(by, { title, position: 'P4', startsOn: `${year}-03-01`, endsOn: `${year}-03-20` }),
    ),
  )
  const answers = await Promise.all(drafts.map(handIn))
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
  const infos = await Promise.all(drafts.map(({ id }) => by.api.get('/cms/adverti/user/info', { id })))
  expect(infos.map(({ data }) => data.fee?.freeDays ?? 20).toSorted((a, b) => a - b)).toEqual([0, 10, 20])
  const { db } = site.services
  const [{ organisationId } = { organisationId: null }] = await db
    .select()
    .from(advert)
    .where(eq(advert.id, drafts[0]!.id))
  expect(await advertDaysUsed({ db }, { organisationId, year })).toBe(30)
})

test('the same handed in twice at once is handed in once', async () => {
  await openPosition(site, 'P6', 100, 10)
  const by = await makeAdvertiser(site)
  const draft = await draftOf(by, { position: 'P6' })
  const both = await Promise.all([handIn(draft), handIn(draft)])
  expect(both.map(({ code }) => code)).toEqual([200, 200])
  expect((await by.api.get('/member/application/list')).data.total).toBe(1)
})
