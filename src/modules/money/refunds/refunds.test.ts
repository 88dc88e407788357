import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { ACCOUNT, agree, ask, detail, idOf, pay, receivable, receiveAll } from '#test/setups/membership/refunds.ts'
import { cashier, type Fee, fees, other, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import type { RefundRow } from './contract.ts'

setUpBankStatements()

const today = dayOf(new Date())
const waiting = async () => (await other.get('/staff/approval/list', { state: 'waiting' })).data.list

let mine: Fee
let rest: Fee[]
let lineOfMine: number
beforeAll(async () => {
  mine = fees.find(({ name }) => name.includes('清源'))!
  rest = fees.filter(of => of !== mine)
  lineOfMine = (await receiveAll([mine, ...rest.slice(0, 2)]))[0]!
})

describe('money goes back in part', () => {
  let id: number

  test('asked for by one, to the account that paid, which stands nowhere in clear', async () => {
    const before = await receivable(mine)
    expect(before).toMatchObject({ refundable: mine.fee.amount, payerAccount: '**** 1000', refunds: [], refunded: 0 })
    const all = (await cashier.get('/staff/receivable/totals', {})).data
    const most = `最多可退 ${formatYuan(mine.fee.amount)} 元`
    expect(await ask(mine, mine.fee.amount + 0.01)).toMatchObject({ code: 400, data: { fields: { amount: most } } })
    expect((await ask(mine, 0.001)).code).toBe(400)
    expect(await ask(rest[0]!, 1, { account: '12' })).toMatchObject({ code: 400 })
    expect(await ask(fees.at(-1)!, 1)).toMatchObject({ code: 409, msg: expect.stringContaining('没有到账') })
    const given = { bank: '示例银行', account: '', once: 'a-1' }
    const asked = await ask(mine, 200, given)
    expect(asked).toMatchObject({ code: 200, data: { state: 'asked', stateName: '待同意' } })
    id = asked.data.id
    expect((await ask(mine, 200, given)).data.id, 'sent twice').toBe(id)
    const [row] = await site.services.db.select().from(refund).where(eq(refund.id, id))
    expect(JSON.stringify(row)).not.toContain('6222888877771000')
    expect(await detail(id)).toMatchObject({ account: '**** 1000', payee: mine.name, bank: '示例银行', isMine: true })
    expect((await detail(id, other)).isMine).toBe(false)
    const shown = await cashier.post('/staff/refund/account', { id })
    expect(shown.data).toEqual({ account: '6222888877771000' })
    const after = await receivable(mine)
    expect(after).toMatchObject({ refundable: sumAmounts([mine.fee.amount, -200]), refunded: 0 })
    expect(after.refunds).toMatchObject([{ id, amount: 200, reason: '多缴', state: 'asked', paidOn: null }])
    expect((await cashier.get('/staff/receivable/totals', {})).data).toEqual(all)
  })

  test('agreed to by another among all that takes two, never by who asked', async () => {
    const [one] = await waiting()
    expect(one).toMatchObject({ ruleName: '退款', mayDecide: true })
    expect(one.changes).toContainEqual(expect.objectContaining({ label: '退款金额', after: '200' }))
    expect(one.changes).toContainEqual(expect.objectContaining({ label: '收款账号', after: '**** 1000' }))
    expect(await agree(id, cashier)).toMatchObject({ code: 403 })
    expect(await other.post('/staff/refund/agree', { id })).toMatchObject({ code: 403 })
    expect(await cashier.post('/staff/refund/agree', { id })).toMatchObject({ code: 403 })
    expect(await pay(id, '1')).toMatchObject({ code: 409, msg: expect.stringContaining('待同意') })
    expect(await agree(id)).toMatchObject({ code: 200 })
    expect(await detail(id)).toMatchObject({
      state: 'agreed',
      approvalId: null,
      decidedName: expect.stringMatching(/./),
    })
    const tasks = (await cashier.get('/staff/overview')).data.tasks
    expect(tasks.find(({ code }: { code: string }) => code === 'refundsToPay')).toMatchObject({ count: 1 })
  })

  test('and paid out on a day: register, sums and payer know it, once', async () => {
    const before = (await cashier.get('/staff/receivable/totals', { kind: 'memberFee' })).data
    expect(await pay(id, 'HD1', addDays(today, 1))).toMatchObject({
      code: 400,
      data: { fields: { paidOn: '不能晚于今天' } },
    })
    const paid = await Promise.all([pay(id, 'HD1'), pay(id, 'HD1')])
    expect(paid.map(({ code }) => code)).toEqual([200, 200])
    expect(await pay(id, 'HD2')).toMatchObject({ code: 409 })
    const net = sumAmounts([mine.fee.amount, -200])
    expect(await receivable(mine)).toMatchObject({ state: 'paid', received: mine.fee.amount, refunded: 200, net })
    const after = (await cashier.get('/staff/receivable/totals', { kind: 'memberFee' })).data
    expect([after.received, after.refunded, after.net]).toEqual([
      before.received,
      sumAmounts([before.refunded, 200]),
      sumAmounts([before.net, -200]),
    ])
    expect(await detail(id)).toMatchObject({
      state: 'paid',
      paidOn: today,
      slipNumber: 'HD1',
      paidName: expect.stringMatching(/./),
      paidTime: expect.stringMatching(/^\d{4}/),
    })
    const { db } = site.services
    const about = and(eq(message.objectType, 'refund'), eq(message.objectId, id))
    const told = await db.select().from(message).innerJoin(account, eq(account.id, message.accountId)).where(about)
    expect(told.filter(one => one.account.kind === 'organisation').map(one => one.message.title)).toEqual([
      '会费退款 200 元已汇出',
    ])
    const member = site.as(await signInAs(site, 'qingyuan'))
    const own = (await member.get('/member/refund/list', {})).data
    const shown = { id, kindName: '会费', about: `${mine.fee.year} 年度会费`, amount: 200, reason: '多缴' }
    expect(own).toMatchObject({ total: 1, list: [{ ...shown, paidOn: today, account: '**** 1000' }] })
    const stranger = site.as(await signInAs(site, 'taishan'))
    expect((await stranger.get('/member/refund/list', {})).data.total).toBe(0)
    const undone = await cashier.post('/staff/statement/undo', { lineId: lineOfMine, reason: '认错' })
    expect(undone).toMatchObject({ code: 409, msg: '这笔款项已有退款，不能撤销入账' })
  })

  test('the rest in a second one: all of it went back, and nothing more can', async () => {
    const left = sumAmounts([mine.fee.amount, -200])
    const asked = await ask(mine, left)
    expect(asked.code).toBe(200)
    await agree(asked.data.id)
    expect(await pay(asked.data.id, 'HD3')).toMatchObject({ code: 200 })
    expect(await receivable(mine)).toMatchObject({ state: 'refunded', net: 0, refundable: 0 })
    expect(await ask(mine, 1)).toMatchObject({ code: 409, msg: expect.stringContaining('全部退还') })
    const member = site.as(await signInAs(site, 'qingyuan'))
    const pages = [1, 2].map(pageNum => member.get('/member/refund/list', { pageNum, pageSize: 1 }))
    const ids = (await Promise.all(pages)).map(({ data }) => data.list[0].id)
    expect(ids).toEqual([asked.data.id, id])
    expect((await member.get('/member/refund/list', { pageSize: 2 })).data.list).toHaveLength(2)
    expect((await member.get('/member/refund/list', { pageSize: 1 })).data.list).toHaveLength(1)
    expect((await detail(id)).amount).toBe(200)
    expect((await detail(asked.data.id)).amount).toBe(left)
  })
})

test('of many who ask at once no more goes back than came', async () => {
  const [of] = rest as [Fee]
  const part = Math.round(of.fee.amount * 40) / 100
  const more = await Promise.all(
    Array.from({ length: 6 }, (_, i) => ask(of, part, { once: `race-${i}` }, i % 2 ? other : cashier)),
  )
  expect(more.map(({ code }) => code).sort()).toEqual([200, 200, 400, 400, 400, 400])
  const twins = await Promise.all([1, 2, 3].map(() => ask(rest[1]!, 10, { once: 'twin' })))
  expect(new Set(twins.map(({ data }) => data.id)).size).toBe(1)
  expect((await receivable(rest[1]!)).refunds).toHaveLength(1)
})

test('the register is narrowed, sorted and saved as it stands there', async () => {
  const { db } = site.services
  const [first] = await db.select().from(refund).limit(1)
  const [payer] = await db.select().from(account).where(eq(account.userName, 'qingyuan'))
  await db
    .update(refund)
    .set({ requestedBy: payer!.id, requestedAt: new Date('2041-01-05T08:00:00+08:00'), paidOn: '2041-01-06' })
    .where(eq(refund.id, first!.id))
  const register = await openRegister(site, '/staff/refund', 'cashier')
  const { rows } = await register.list({})
  expect(rows[0]!.cells).toMatchObject({ payer: expect.stringMatching(/./), stateName: expect.stringMatching(/./) })
  const asked = ({ askedTime }: RefundRow) => dayOf(new Date(askedTime))
  await expectNarrowed(register, [
    [{ key: mine.number }, row => row.number === mine.number],
    [{ key: 'hd3' }, row => row.slipNumber === 'HD3'],
    [{ state: 'paid' }, row => row.state === 'paid'],
    [{ state: 'asked' }, row => row.state === 'asked'],
    [{ by: 'payer' }, row => row.byPayer],
    [{ by: 'staff' }, row => !row.byPayer],
    [{ askedFrom: '2041-01-01' }, row => asked(row) >= '2041-01-01'],
    [{ askedTo: '2040-12-31' }, row => asked(row) <= '2040-12-31'],
    [{ paidFrom: '2041-01-01' }, row => (row.paidOn ?? '') >= '2041-01-01'],
    [{ paidTo: '2040-12-31' }, row => row.paidOn !== null && row.paidOn <= '2040-12-31'],
  ])
  expect((await register.list({ kind: 'memberFee' })).total).toBe(
    rows.filter(({ cells }) => cells.kindName === '会费').length,
  )
  expect((await register.list({ kind: 'advertFee' })).total).toBe(0)
  await expectSorted(
    register,
    { columns: 'payer,amount,paidOn' },
    { paidOn: by(row => row.paidOn ?? ''), payer: byName(row => row.payer), amount: by(row => row.amount) },
  )
  const [line] = await register.workbook({ key: 'hd3' })
  expect(line).toMatchObject({ 银行回单号: 'HD3', 收款账号: '**** 2222', 状态: '已退' })
  expect(JSON.stringify(line)).not.toContain(ACCOUNT)
  expect(await register.workbook({ ids: String(first!.id) })).toHaveLength(1)
  expect((await register.workbook({ kind: 'memberFee' })).length).toBeGreaterThan(1)
  expect(await register.workbook({ kind: 'advertFee' })).toEqual([])
  expect(Object.keys((await register.workbook({ columns: 'payer,amount' }))[0]!)).toEqual(['缴费人', '退款（元）'])
  expect(Object.keys((await register.workbook({ columns: 'payer,reason' }))[0]!)).toEqual(['缴费人', '原因'])
  const page = async (query: object) => (await cashier.get('/staff/refund/list', { ...query })).data.list
  const [one, two] = await page({ pageSize: 2 })
  expect(await page({ pageSize: 1 })).toMatchObject([{ id: one.id }])
  expect(await page({ pageSize: 1, pageNum: 2 })).toMatchObject([{ id: two.id }])
  expect((await cashier.get('/staff/refund/list', { pageSize: 1, pageNum: 2 })).data.list).toHaveLength(1)
  expect(
    (await cashier.get('/staff/receivable/list', { refunded: 'yes' })).data.list.map(({ id }: { id: number }) => id),
  ).toContain(idOf(mine))
  expect((await cashier.get('/staff/receivable/kinds')).data).toContainEqual({
    kind: 'memberFee',
    name: '会费',
    hasInvoice: false,
  })
})

test('what was paid back of a fee that is still open is owed again', async () => {
  const of = fees.at(-1)!
  const { id: payableId, amount } = of.fee
  const given = (sum: number) =>
    cashier.post('/staff/received/record', {
      way: 'cash',
      paidOn: today,
      payer: of.name,
      amount: sum,
      shares: [{ payable: 'memberFee', payableId, amount: sum }],
    })
  expect(await given(300)).toMatchObject({ code: 200 })
  const { id } = (await ask(of, 100)).data
  await agree(id)
  expect(await pay(id, 'HD-OPEN')).toMatchObject({ code: 200 })
  const open = sumAmounts([amount, -200])
  expect(await receivable(of)).toMatchObject({ state: 'due', received: 300, refunded: 100, open })
  const account = await cashier.get('/staff/payer/account', {
    kind: 'organisation',
    id: (await receivable(of)).payerRoute.split('/').at(-1),
  })
  expect(account.data).toMatchObject({ closing: account.data.open - account.data.credit })
  expect(await given(open + 0.01)).toMatchObject({ code: 400, msg: expect.stringContaining('还欠') })
  expect(await given(open)).toMatchObject({ code: 200 })
  expect(await receivable(of)).toMatchObject({ state: 'paid', open: 0, net: amount })
  const settled = await cashier.get('/staff/payer/account', {
    kind: 'organisation',
    id: (await receivable(of)).payerRoute.split('/').at(-1),
  })
  expect(settled.data).toMatchObject({ closing: settled.data.open - settled.data.credit })
})
