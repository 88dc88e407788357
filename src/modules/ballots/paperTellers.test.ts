import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { closeEarly, detailOf, newVoters, openedBallot } from '#test/support/balloting.ts'
import { asStaff, signUpComplete, staffWith } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'

setUpSite({ demo: true })

type Member = Awaited<ReturnType<typeof signUpComplete>>
let staff: Awaited<ReturnType<typeof asStaff>>
beforeEach(async () => {
  staff = await asStaff(site, await staffWith(site, ['secretary']))
})

const count = (yes: number) => ({
  cast: 2,
  rejected: 0,
  questions: [{ id: 'q1', answered: 2, units: { yes, no: 2 - yes }, names: {} }],
})
const accountOf = async ({ userName }: { userName: string }) =>
  (await site.services.db.select().from(account).where(eq(account.userName, userName)))[0]!

/** A paper ballot of two voters, both of whom took their slips, with these members as tellers. */
async function paperBallot(...tellers: Member[]) {
  const of = await openedBallot(site, staff, newVoters(2), { means: ['paper'] })
  const { list } = (await staff.get('/staff/ballot/voters', { ballotId: of.id })).data
  const voterIds = list.map(({ id }: { id: number }) => id)
  await staff.post('/staff/ballot/paper', { id: of.id, voterIds, isPaper: true })
  const named = await name(of.id, tellers)
  expect(named.code).toBe(200)
  return of
}
const name = async (id: number, tellers: { userName: string }[]) => {
  const { version } = await detailOf(staff, id)
  return staff.post('/staff/ballot/paperTellers', { id, version, userNames: tellers.map(({ userName }) => userName) })
}

describe('members who count paper slips', () => {
  test('are asked by name, count for themselves from their own accounts, and two equal counts are counted', async () => {
    const [one, other] = [await signUpComplete(site), await signUpComplete(site)]
    const of = await paperBallot(one, other)
    const { list } = (await one.api.get('/member/message/list')).data
    expect(list[0].title).toContain(`请担任计票员：${of.title}`)
    expect((await one.api.get('/member/ballot/list')).data.toCount).toMatchObject([{ id: of.id, stateName: '投票中' }])
    expect(await one.api.post('/member/ballot/count', { id: of.id, count: count(2) })).toMatchObject({ code: 409 })
    await closeEarly(staff, of.id)
    const save = (by: Member, yes: number) => by.api.post('/member/ballot/count', { id: of.id, count: count(yes) })
    expect((await save(one, 2)).data).toEqual({ isAgreed: false, differences: [] })
    const before = (await other.api.get('/member/ballot/count', { id: of.id })).data
    expect(before).toMatchObject({ paperUnits: 2, ownPaperCount: null, paperDifferences: [] })
    expect((await save(other, 1)).data.differences).toEqual([
      '同意修改章程，同意：2 与 1',
      '同意修改章程，反对：0 与 1',
    ])
    expect((await save(other, 2)).data).toEqual({ isAgreed: true, differences: [] })
    expect((await one.api.get('/member/ballot/count', { id: of.id })).data).toMatchObject({
      title: of.title,
      state: 'closed',
      isPaperAgreed: true,
      ownPaperCount: { cast: 2, questions: [{ units: { yes: 2 } }] },
      paperCounts: [{ isOwn: true }, { isOwn: false }],
    })
    const { version } = await detailOf(staff, of.id)
    expect((await staff.post('/staff/ballot/count', { id: of.id, version })).code).toBe(200)
  })

  test('count together with a colleague, and nobody who was not asked counts', async () => {
    const [teller, stranger] = [await signUpComplete(site), await signUpComplete(site)]
    const of = await paperBallot(teller)
    await closeEarly(staff, of.id)
    const body = { id: of.id, count: count(2) }
    for (const call of [
      stranger.api.post('/member/ballot/count', body),
      stranger.api.get('/member/ballot/count', { id: of.id }),
    ])
      expect(await call).toMatchObject({ code: 403, msg: expect.stringContaining('不是这次投票') })
    expect((await teller.api.post('/member/ballot/count', body)).code).toBe(200)
    expect((await staff.post('/staff/ballot/paperCount', body)).data).toEqual({ isAgreed: true, differences: [] })
  })

  test('are two persons: not one person with two accounts', async () => {
    const [one, other] = [await signUpComplete(site), await signUpComplete(site)]
    const of = await paperBallot(one, other)
    const { id: ownerId } = await accountOf(one)
    await site.services.db.update(account).set({ ownerId }).where(eq(account.userName, other.userName))
    await closeEarly(staff, of.id)
    const body = { id: of.id, count: count(2) }
    expect((await one.api.post('/member/ballot/count', body)).code).toBe(200)
    const counted = await other.api.post('/member/ballot/count', body)
    expect(counted.code).not.toBe(200)
    expect((await detailOf(staff, of.id)).paperCounts).toHaveLength(1)
  })

  test('who left after counting are replaced: two persons take their count out, a third counts', async () => {
    const [one, other, third] = [await signUpComplete(site), await signUpComplete(site), await signUpComplete(site)]
    const of = await paperBallot(one, other, third)
    await closeEarly(staff, of.id)
    const save = (by: Member, yes: number) => by.api.post('/member/ballot/count', { id: of.id, count: count(yes) })
    await save(one, 1)
    await save(other, 2)
    expect(await save(third, 2)).toMatchObject({ code: 409, msg: expect.stringContaining('两人计数') })
    const { paperCounts } = (await staff.get('/staff/ballot/detail', { id: of.id })).data
    const discard = { id: of.id, countId: paperCounts[0].id, reason: '计票员离会' }
    expect((await staff.post('/staff/ballot/discardCount', discard)).code).toBe(202)
    expect((await agreeToLast(site)).code).toBe(200)
    expect(await staff.post('/staff/ballot/discardCount', discard)).toMatchObject({ code: 404 })
    expect((await save(third, 2)).data).toEqual({ isAgreed: true, differences: [] })
  })

  test('are named by accounts that are there; all faults are said at once, and who has counted stays', async () => {
    const teller = await signUpComplete(site)
    const of = await paperBallot(teller)
    const wrong = await name(of.id, [{ userName: 'nobody-there' }, teller, teller])
    expect(wrong).toMatchObject({
      code: 400,
      data: { fields: { 'userNames.0': expect.stringContaining('nobody-there'), 'userNames.2': '重复' } },
    })
    await closeEarly(staff, of.id)
    await teller.api.post('/member/ballot/count', { id: of.id, count: count(2) })
    expect(await name(of.id, [])).toMatchObject({
      code: 400,
      data: { fields: { userNames: expect.stringContaining('已填写计数') } },
    })
    expect((await detailOf(staff, of.id)).paperTellers).toMatchObject([{ userName: teller.userName }])
  })
})
