import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { receivable } from '#modules/ledger/server/tables.ts'
import { selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { cashier, messages, mine, setUpMemberFees, YEAR } from '#test/setups/membership/memberFees.ts'
import { site } from '#test/setups/site.ts'
import { member, memberFee } from '../server/tables.ts'

setUpMemberFees()

const stateOf = async (id: number) => (await selectFees(site.services).where(eq(memberFee.id, id)))[0]!.state

test('several are confirmed at once, and each says what came of it', async () => {
  const { db } = site.services
  const { count } = (await cashier.get('/staff/fee/raise', { year: YEAR })).data
  await cashier.post('/staff/fee/raise', { year: YEAR, dueOn: '2040-06-30', expected: count })
  const [one, two] = await selectFees({ db }).where(eq(memberFee.year, YEAR)).orderBy(memberFee.id)
  await writeFees({ db }, [one!.id], { state: 'claimed' })
  const { data } = await cashier.post('/staff/fee/settleMany', { ids: [one!.id, two!.id, 999_999] })
  expect(data.map(({ done }: { done: boolean }) => done)).toEqual([true, false, false])
  expect([await stateOf(one!.id), await stateOf(two!.id)]).toEqual(['confirmed', 'due'])
})

test('members that were picked out owe the fee of a year, once and by their level, and it can be taken back', async () => {
  const { db } = site.services
  const year = YEAR + 1
  const [gone] = await db.select().from(member).where(eq(member.status, 'withdrawn')).limit(1)
  const given = { ids: [mine, gone!.id, 999_999], year, dueOn: `${year}-06-30` }
  expect(await cashier.post('/staff/fee/raiseFor', { ...given, dueOn: '2020-01-01' })).toMatchObject({
    code: 400,
    data: { fields: { dueOn: '不能早于今天' } },
  })
  expect((await cashier.post('/staff/fee/raiseFor', given)).data).toEqual([
    { id: mine, done: true, message: expect.stringMatching(/^已生成 [\d,]+ 元$/) },
    { id: gone!.id, done: false, message: expect.stringContaining('不再生成会费') },
    { id: 999_999, done: false, message: '没有这个会员' },
  ])
  expect((await messages())[0].title).toBe(`${year} 年度会费缴纳通知`)
  const again = await cashier.post('/staff/fee/raiseFor', given)
  expect(again.data[0]).toMatchObject({ done: false, message: `${year} 年度会费已有一笔，待缴` })

  const back = { ids: [mine, gone!.id], year, reason: '年度填错' }
  expect((await cashier.post('/staff/fee/cancelFor', back)).data).toMatchObject([
    { id: mine, done: true },
    { done: false, message: `没有 ${year} 年度会费` },
  ])
  expect((await messages())[0]).toMatchObject({
    title: `${year} 年度会费已作废`,
    content: expect.stringContaining('年度填错'),
  })
  expect((await cashier.post('/staff/fee/raiseFor', given)).data[0]).toMatchObject({ done: true })
  const [fee] = await selectFees({ db }).where(
    and(eq(memberFee.memberId, mine), eq(memberFee.year, year), eq(receivable.state, 'due')),
  )
  await writeFees({ db }, [fee!.id], { state: 'claimed' })
  expect((await cashier.post('/staff/fee/cancelFor', back)).data[0]).toMatchObject({
    done: false,
    message: '这笔会费待确认，不能作废',
  })
})

test('only the fees, or those of the members, that were picked out are reminded of', async () => {
  const { db } = site.services
  const due = await selectFees({ db }).where(and(eq(memberFee.year, YEAR), eq(receivable.state, 'due')))
  const [one, two] = due
  const ahead = async (asked: object) => (await cashier.get('/staff/fee/remind', { year: YEAR, ...asked })).data
  expect((await ahead({})).count).toBe(due.length)
  const ids = `${one!.id},${two!.id}`
  expect((await ahead({ ids })).count).toBe(2)
  expect((await ahead({ members: String(one!.memberId) })).count).toBe(1)
  expect([(await ahead({ state: 'due' })).count, (await ahead({ state: 'confirmed' })).count]).toEqual([due.length, 0])
  const reached = async (asked: object) =>
    (await cashier.get('/staff/fee/remind/reach', { year: YEAR, channel: 'inbox', ...asked })).data.total
  const everybody = await reached({})
  expect(everybody).toBeGreaterThan(1)
  expect([await reached({ state: 'due' }), await reached({ state: 'confirmed' })]).toEqual([everybody, 0])
  const ofOne = await reached({ members: String(one!.memberId) })
  expect(ofOne).toBe((await ahead({ members: String(one!.memberId) })).reach.inbox)
  expect(ofOne).toBeLessThan(everybody)
  const remind = (given: object) => cashier.post('/staff/fee/remind', { year: YEAR, ...given })
  expect(await remind({ ids, expected: 2 })).toMatchObject({ code: 200, data: { count: 2 } })
  expect(await remind({ members: String(one!.memberId), expected: 1 })).toMatchObject({ code: 200 })
  const reminded = await selectFees({ db }).where(and(eq(memberFee.year, YEAR), eq(receivable.state, 'due')))
  expect(
    reminded
      .filter(({ remindedAt }) => remindedAt !== null)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([one!.id, two!.id].toSorted())
})

test('a year that was raised by mistake is taken back but for what was paid, in part too, or claimed; and raised again', async () => {
  const { db } = site.services
  const year = YEAR + 2
  const { count } = (await cashier.get('/staff/fee/raise', { year })).data
  await cashier.post('/staff/fee/raise', { year, dueOn: `${year}-06-30`, expected: count })
  const [paid, part, claimed] = await selectFees({ db }).where(eq(memberFee.year, year)).orderBy(memberFee.id)
  const pay = ({ id, amount }: { id: number; amount: number }) =>
    cashier.post('/staff/received/record', {
      way: 'cash',
      paidOn: '2025-01-02',
      payer: '某人',
      amount,
      shares: [{ payable: 'memberFee', payableId: id, amount }],
    })
  expect(await pay(paid!)).toMatchObject({ code: 200 })
  expect(await pay({ ...part!, amount: 1 })).toMatchObject({ code: 200 })
  await writeFees({ db }, [claimed!.id], { state: 'claimed' })
  const seen = (await cashier.get('/staff/fee/unraise', { year })).data
  expect(seen).toMatchObject({ count: count - 3, kept: 3 })
  const back = (expected: number) => cashier.post('/staff/fee/unraise', { year, reason: '年度填错', expected })
  expect(await back(count)).toMatchObject({ code: 409, msg: expect.stringContaining(`现在是 ${count - 3} 笔`) })
  expect(await back(count - 3)).toMatchObject({ code: 200, data: { count: count - 3, told: seen.people } })
  for (const { id } of [paid!, part!, claimed!]) expect(await stateOf(id)).not.toBe('cancelled')
  expect((await cashier.get('/staff/fee/list', { year, state: 'due' })).data.total).toBe(1)
  expect(await back(0)).toMatchObject({ code: 409 })
  expect((await cashier.get('/staff/fee/raise', { year })).data).toMatchObject({ count: count - 3, already: 3 })
})
