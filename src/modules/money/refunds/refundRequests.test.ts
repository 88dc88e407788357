import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { overdueWork } from '#lib/server/oversight/escalations.ts'
import { addWorkingDays } from '#lib/workingDays.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { ACCOUNT, agree, ask, detail, idOf, pay, receivable, receiveAll } from '#test/setups/membership/refunds.ts'
import { cashier, type Fee, fees, other, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { calendar } from '#test/support/calendar.ts'
import { signInAs } from '#test/support/make.ts'

setUpBankStatements()

type Caller = ReturnType<typeof site.as>
type OwnRow = { id: number; state: string; version: number; note: string; canWithdraw: boolean }
const today = dayOf(new Date())

let mine: Fee
let member: Caller
let stranger: Caller
beforeAll(async () => {
  mine = fees.find(({ name }) => name.includes('清源'))!
  await receiveAll([mine])
  member = site.as(await signInAs(site, 'qingyuan'))
  stranger = site.as(await signInAs(site, 'taishan'))
})

let keys = 0
const request = (amount: number, more: object = {}, as = member) =>
  as.post('/member/refund/request', {
    receivable: idOf(mine),
    amount,
    reason: '重复缴纳',
    once: `key-${++keys}`,
    ...more,
  })
const options = async (as = member) => as.get('/member/refund/options', { receivable: idOf(mine) })
const own = async (id: number, as = member): Promise<OwnRow> =>
  (await as.get('/member/refund/list', { pageSize: 100 })).data.list.find((row: OwnRow) => row.id === id)
const withdraw = async (id: number, as = member) =>
  as.post('/member/refund/withdraw', { id, version: (await own(id))?.version ?? 1 })
const accept = async (id: number, amount: number, amountReason?: string, as = cashier) =>
  as.post('/staff/refund/accept', { id, version: (await detail(id)).version, amount, amountReason })
const refuse = async (id: number, reason: string) =>
  cashier.post('/staff/refund/refuse', { id, version: (await detail(id)).version, reason })
const told = async (id: number) => {
  const { db } = site.services
  const rows = await db
    .select({ title: message.title, kind: account.kind })
    .from(message)
    .innerJoin(account, eq(account.id, message.accountId))
    .where(eq(message.objectId, id))
    .orderBy(message.id)
  return rows.filter(({ kind, title }) => kind === 'organisation' && title.includes('退款')).map(({ title }) => title)
}
const taskOf = async (code: string) =>
  (await cashier.get('/staff/overview')).data.tasks.find((one: { code: string }) => one.code === code)?.count ?? 0

test('a payer asks a fee back, reads the days, and gets it when the cashier and a second person have agreed', async () => {
  const [form] = (await other.get('/staff/settings')).data.filter(({ code }: { code: string }) => code === 'refunds')
  const save = (changes: object) =>
    other.post('/staff/settings/save', {
      code: 'refunds',
      version: form.version,
      form: { ...form.values, ...changes },
    })
  expect(await save({ payDays: 2.5 })).toMatchObject({ code: 400, data: { fields: { payDays: '应为整数' } } })
  expect((await save({ examineDays: 3, payDays: 4, note: '会费一般不退，重复缴纳的除外。' })).code).toBe(200)
  const examineBy = addWorkingDays(calendar, today, 3)
  const payBy = addWorkingDays(calendar, examineBy, 4)
  expect((await member.get('/member/refund/options', { receivable: 999_999 })).code).toBe(404)
  expect((await options()).data).toMatchObject({
    receivableId: idOf(mine),
    kindName: '会费',
    payer: mine.name,
    about: `${mine.fee.year} 年度会费`,
    received: mine.fee.amount,
    refunded: 0,
    underWay: 0,
    refundable: mine.fee.amount,
    rule: { text: '会费一般不退，重复缴纳的除外。', percent: null, reason: '' },
    ending: null,
    online: '',
    payerAccount: '**** 1000',
    examineBy,
    payBy,
  })
  const before = await taskOf('refundRequests')
  const once = 'first'
  const both = await Promise.all([request(200, { once }), request(200, { once })])
  expect(both.map(({ code }) => code)).toEqual([200, 200])
  const { id } = both[0]!.data
  expect(both[1]!.data).toMatchObject({ id, state: 'requested', stateName: '待受理' })
  expect((await options()).data).toMatchObject({ underWay: 200, refundable: sumAmounts([mine.fee.amount, -200]) })
  expect(await own(id)).toMatchObject({
    receivableId: idOf(mine),
    amount: 200,
    reason: '重复缴纳',
    amountWords: '',
    requestedOn: today,
    agreedOn: null,
    examineBy,
    payBy,
    paidOn: null,
    account: '**** 1000',
    canWithdraw: true,
  })
  expect(await taskOf('refundRequests')).toBe(before + 1)
  const list = async (query: object) => (await cashier.get('/staff/refund/list', { pageSize: 100, ...query })).data
  expect((await list({ state: 'requested' })).total).toBe(before + 1)
  expect((await list({ by: 'payer' })).list).toMatchObject([{ id, byPayer: true, state: 'requested' }])
  expect((await list({ by: 'staff' })).list.every(({ byPayer }: { byPayer: boolean }) => !byPayer)).toBe(true)

  expect(await detail(id)).toMatchObject({
    byPayer: true,
    askedName: expect.stringMatching(/./),
    requestedAmount: 200,
    amountReason: '',
    ruleAmount: null,
    ruleReason: '',
    examineBy,
    payBy,
    acceptedName: '',
    acceptedTime: null,
    isMine: false,
    approvalId: null,
  })
  expect(await accept(id, 150)).toMatchObject({ code: 400, data: { fields: { amountReason: expect.anything() } } })
  const most = { amount: expect.stringContaining('最多可退') }
  expect(await accept(id, mine.fee.amount + 1, '多退')).toMatchObject({ code: 400, data: { fields: most } })
  expect(await accept(id, 150, '已开的票据收取工本')).toMatchObject({ code: 200, data: { state: 'asked' } })
  expect(await accept(id, 150)).toMatchObject({ code: 409, msg: '这笔退款待同意，不必受理' })
  expect(await detail(id)).toMatchObject({
    amount: 150,
    amountReason: '已开的票据收取工本',
    acceptedName: expect.stringMatching(/./),
    acceptedTime: expect.stringMatching(/^\d{4}/),
    isMine: true,
    approvalId: expect.any(Number),
  })
  expect(await agree(id, cashier), 'who accepted it').toMatchObject({ code: 403 })
  expect((await agree(id)).code).toBe(200)
  expect(await own(id)).toMatchObject({
    state: 'agreed',
    agreedOn: today,
    examineBy: null,
    payBy,
    amountWords: '申请退 200 元，协会同意退 150 元：已开的票据收取工本',
    canWithdraw: false,
  })
  expect(await withdraw(id)).toMatchObject({ code: 409 })
  expect((await pay(id, 'M1')).code).toBe(200)
  expect(await own(id)).toMatchObject({ state: 'paid', paidOn: today, payBy: null })
  expect(await told(id)).toEqual(['会费退款申请已收到：200 元', '会费退款申请已同意：150 元', '会费退款 150 元已汇出'])
  expect((await options()).data).toMatchObject({ refunded: 150, underWay: 0 })
  const names = await cashier.get('/staff/refund/detail', { id })
  expect(names.data.reason).toBe('重复缴纳')
})

test('what another account paid is not there for it, and what is missing is said at once', async () => {
  expect((await options(stranger)).code).toBe(404)
  expect((await request(10, {}, stranger)).code).toBe(404)
  const { data } = await request(10)
  expect((await withdraw(data.id, stranger)).code).toBe(404)
  expect(await own(data.id, stranger)).toBeUndefined()
  expect(await request(mine.fee.amount + 1, { account: ACCOUNT })).toMatchObject({
    code: 400,
    data: {
      fields: {
        amount: expect.stringContaining('最多可退'),
        payee: '请填写收款户名',
        bank: '请填写开户行',
      },
    },
  })
  expect(await request(1, { reason: ' ' })).toMatchObject({ code: 400, data: { fields: { reason: '请填写原因' } } })
  const elsewhere = await request(20, { payee: mine.name, bank: '示例银行', account: ACCOUNT })
  expect(await detail(elsewhere.data.id)).toMatchObject({ payee: mine.name, bank: '示例银行', account: '**** 2222' })
  const [row] = await site.services.db.select().from(refund).where(eq(refund.id, elsewhere.data.id))
  expect(JSON.stringify(row)).not.toContain(ACCOUNT)
  expect(await withdraw(data.id)).toMatchObject({ code: 200, data: { state: 'withdrawn' } })
  expect(await withdraw(elsewhere.data.id)).toMatchObject({ code: 200 })
})

test('a request is refused with a reason, withdrawn before it is agreed to, or comes back to the cashier', async () => {
  const refused = (await request(30)).data.id
  expect(await refuse(refused, '会费不退')).toMatchObject({ code: 200, data: { state: 'refused' } })
  expect(await own(refused)).toMatchObject({ state: 'refused', note: '会费不退', canWithdraw: false })
  expect(await told(refused)).toEqual(['会费退款申请已收到：30 元', '会费退款申请没有通过'])
  expect(await refuse(refused, '再驳回')).toMatchObject({ code: 409 })

  const taken = (await request(31)).data.id
  await accept(taken, 31)
  const { approvalId } = await detail(taken)
  expect(await own(taken)).toMatchObject({ state: 'asked', canWithdraw: true })
  expect(await withdraw(taken)).toMatchObject({ code: 200, data: { state: 'withdrawn' } })
  expect(await other.post('/staff/approval/agree', { id: approvalId })).toMatchObject({ code: 409 })

  const again = (await request(32)).data.id
  await accept(again, 32)
  await cashier.post('/staff/approval/withdraw', { id: (await detail(again)).approvalId })
  expect(await detail(again)).toMatchObject({ state: 'requested', approvalId: null, acceptedName: '' })
  await accept(again, 32)
  await other.post('/staff/approval/refuse', { id: (await detail(again)).approvalId, reason: '票据未退回' })
  expect(await own(again)).toMatchObject({ state: 'refused', note: '票据未退回' })

  const dropped = (await request(33)).data.id
  await accept(dropped, 33)
  await agree(dropped)
  const back = { id: dropped, version: (await detail(dropped)).version, reason: '账号有误，请重新申请' }
  expect(await cashier.post('/staff/refund/withdraw', back)).toMatchObject({ code: 200, data: { state: 'refused' } })
  expect(await own(dropped)).toMatchObject({ state: 'refused', note: '账号有误，请重新申请', agreedOn: null })
})

test('a request that the cashier accepts while its payer withdraws it is the one or the other', async () => {
  const { id } = (await request(40)).data
  // Read before: a request that was accepted may be withdrawn, too, by who has seen that.
  const { version } = await own(id)
  const both = await Promise.all([accept(id, 40), member.post('/member/refund/withdraw', { id, version })])
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect((await detail(id)).state).toBe(both[0]!.code === 200 ? 'asked' : 'withdrawn')
})

test('agreeing and withdrawing at the same moment end as the one or the other', async () => {
  for (let i = 0; i < 4; i++) {
    const { id } = (await request(5)).data
    await accept(id, 5)
    const [{ approvalId }, { version: seen }] = [await detail(id), await own(id)]
    const both = await Promise.all([
      other.post('/staff/approval/agree', { id: approvalId }),
      member.post('/member/refund/withdraw', { id, version: seen }),
    ])
    expect(both.map(({ code }) => code).toSorted(), `try ${i}`).toEqual([200, 409])
    const { version, state } = await detail(id)
    expect(state).toBe(both[0]!.code === 200 ? 'agreed' : 'withdrawn')
    if (state === 'agreed') await cashier.post('/staff/refund/withdraw', { id, version, reason: '下一次' })
  }
})

test('what is not examined by the day that was told is overdue work, and no longer once it is done', async () => {
  const { id } = (await request(6)).data
  const work = overdueWork().find(({ code }) => code === 'refundRequests')!
  const overdue = async (daysOver: number) =>
    (await work.find(site.ctx(), daysOver)).filter(({ objectId }) => objectId === id)
  expect(await overdue(0)).toEqual([])
  const requestedAt = new Date(Date.now() - 30 * 86_400_000)
  await site.services.db.update(refund).set({ requestedAt }).where(eq(refund.id, id))
  expect(await overdue(1)).toMatchObject([
    { route: `/staff/refunds/${id}`, since: dayOf(requestedAt), title: expect.stringContaining('6 元') },
  ])
  expect(await overdue(200)).toEqual([])
  await withdraw(id)
  expect(await overdue(1)).toEqual([])
})

test('of what payers and staff ask for at the same time no more is promised than came', async () => {
  const { refundable } = await receivable(mine)
  const part = Math.round(refundable * 40) / 100
  const all = await Promise.all([
    ...[1, 2, 3].map(() => request(part)),
    ...[1, 2, 3].map(i => ask(mine, part, { once: `staff-${i}` }, i % 2 ? other : cashier)),
  ])
  expect(all.map(({ code }) => code).sort()).toEqual([200, 200, 400, 400, 400, 400])
  const left = (await receivable(mine)).refundable
  expect(left).toBe(sumAmounts([refundable, -part, -part]))
})
