import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { feeOf, type Line } from '#stand-ins/payments.ts'
import { cashier, setUpPayments, standIns } from '#test/setups/payments.ts'
import { site } from '#test/setups/site.ts'
import { by, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import { paymentBill, paymentOrder, paymentRefund } from '../server/tables.ts'
import { reconcileDays } from './server/reconciling.ts'

setUpPayments()

const DAY = addDays(dayOf(new Date()), -1)
const COUNT = 1000
const noon = new Date(startOf(DAY).getTime() + 12 * 3_600_000)
const numberOf = (i: number) => `P${DAY.replaceAll('-', '')}${String(i).padStart(10, '0')}`
const refundNumberOf = (i: number) => `R${DAY.replaceAll('-', '')}${String(i).padStart(10, '0')}`
const transactionOf = (i: number) => `42${String(i).padStart(26, '0')}`
const fenOf = (i: number) => 10_000 + i
const REFUNDS = [10, 20, 30, 40]

/** Lines of a bill that agrees with our register. */
const agreeing = (): Line[] => [
  ...Array.from({ length: COUNT }, (_, i): Line => {
    const about = { transactionId: transactionOf(i), number: numberOf(i), refundNumber: '' }
    return { kind: 'payment', ...about, fen: fenOf(i), feeFen: feeOf(fenOf(i)), about: NAMES[i % NAMES.length] }
  }),
  ...REFUNDS.map((i): Line => {
    const about = { transactionId: transactionOf(i), number: numberOf(i), refundNumber: refundNumberOf(i) }
    return { kind: 'refund', ...about, fen: 500, feeFen: -3 }
  }),
]

/** Names of goods with the signs that separate values in a bill. */
const NAMES = ['会费,2026 年度', '课程“`安全`”,`第二期', '"会费", 及\t评审费', "`,`',`"]

/** Seven lines that are not as they are with us, one of each kind. */
function planted(): Line[] {
  const lines = agreeing()
  const at = (number: string) => lines.findIndex(line => line.number === number && line.kind === 'payment')
  const refundAt = (number: string) => lines.findIndex(line => line.refundNumber === number)
  const [first] = lines as [Line]
  lines.push({ ...first, number: 'P209901010000000001', transactionId: '4299' })
  lines.splice(at(numberOf(100)), 1)
  lines[at(numberOf(200))]!.fen += 1
  lines.push({ ...lines[at(numberOf(300))]!, transactionId: '4298' })
  lines.push({ ...lines[refundAt(refundNumberOf(10))]!, refundNumber: 'R209901010000000001' })
  lines.splice(refundAt(refundNumberOf(20)), 1)
  lines[refundAt(refundNumberOf(30))]!.fen -= 1
  return lines
}

const plant = (provider: string, lines: Line[], day = DAY) =>
  fetch(`${standIns.origin}/${provider}/plant?day=${day}`, { method: 'POST', body: JSON.stringify(lines) })

beforeAll(async () => {
  const { db } = site.services
  const [own] = await db.select().from(account).where(eq(account.userName, 'qingyuan'))
  await db.insert(paymentOrder).values(
    Array.from({ length: COUNT }, (_, i) => ({
      number: numberOf(i),
      provider: 'wechatPay' as const,
      scene: 'code' as const,
      merchant: '1900000001',
      fen: fenOf(i),
      state: 'paid' as const,
      payer: '清源',
      about: '会费',
      accountId: own!.id,
      madeBy: own!.id,
      expiresAt: noon,
      transactionId: transactionOf(i),
      paidAt: noon,
      heardAt: noon,
    })),
  )
  for (const i of REFUNDS) {
    const [order] = await db
      .select()
      .from(paymentOrder)
      .where(eq(paymentOrder.number, numberOf(i)))
    const back = { payable: 'memberFee', payableId: i, amount: 5, reason: '多缴', state: 'paid' as const, paidOn: DAY }
    const [made] = await db.insert(refund).values(back).returning()
    const sent = { number: refundNumberOf(i), refundId: made!.id, orderId: order!.id, fen: 500, reason: '多缴' }
    await db.insert(paymentRefund).values({ ...sent, state: 'done', providerId: `50${i}`, doneAt: noon })
  }
})

test('of a thousand orders beside a bill with seven planted differences all seven are found, and nothing else', async () => {
  await plant('wechatPay', planted())
  await plant('alipay', [
    { kind: 'payment', transactionId: '2200', number: 'P209901010000000002', refundNumber: '', fen: 123, feeFen: 1 },
  ])
  await reconcileDays(site.ctx())
  await reconcileDays(site.ctx())
  const register = await openRegister(site, '/staff/reconciliation', 'cashier')
  const { total } = await register.list({ provider: 'wechatPay' })
  expect(total).toBe(7)
  const { list } = (await cashier.get('/staff/reconciliation/list', { provider: 'wechatPay', pageSize: 100 })).data
  const found = Object.fromEntries(list.map((row: { kind: string }) => [row.kind, row]))
  expect(found).toMatchObject({
    missingHere: { number: 'P209901010000000001', ours: null, theirs: 100, orderId: null },
    missingThere: { number: numberOf(100), ours: 101, theirs: null, orderId: expect.any(Number) },
    sum: { number: numberOf(200), ours: 102, theirs: 102.01 },
    double: { number: numberOf(300), transactionId: '4298' },
    refundMissingHere: { number: 'R209901010000000001', theirs: 5 },
    refundMissingThere: { number: refundNumberOf(20), ours: 5 },
    refundSum: { number: refundNumberOf(30), ours: 5, theirs: 4.99 },
  })
  const bills = (await cashier.get('/staff/reconciliation/bills')).data.filter(
    ({ day }: { day: string }) => day === DAY,
  )
  expect(bills).toMatchObject([
    { providerName: '支付宝', lines: 1, differences: 1, paid: 1.23, fee: 0.01 },
    { providerName: '微信支付', lines: COUNT + 5, differences: 7, refunded: 19.99 },
  ])
  expect(bills[1].fee).toBeGreaterThan(600)
  const [of] = await site.services.db
    .select()
    .from(paymentOrder)
    .where(eq(paymentOrder.number, numberOf(1)))
  expect((await cashier.get('/staff/payment/detail', { id: of!.id })).data.fee).toBe(feeOf(fenOf(1)) / 100)
})

test('the cashier looks into each, and says what it was, once', async () => {
  const register = await openRegister(site, '/staff/reconciliation', 'cashier')
  const tasks = (await cashier.get('/staff/overview')).data.tasks
  expect(tasks.find(({ code }: { code: string }) => code === 'paymentDifferences')).toMatchObject({ count: 8 })
  const { rows } = await register.list({ kind: 'sum' })
  const { id } = rows[0]!
  expect((await cashier.post('/staff/reconciliation/resolve', { id, note: '' })).code).toBe(400)
  const resolved = await cashier.post('/staff/reconciliation/resolve', { id, note: '支付机构更正' })
  expect(resolved.data).toEqual({ id, state: 'resolved', stateName: '已处理' })
  expect((await cashier.post('/staff/reconciliation/resolve', { id, note: '又一次' })).code).toBe(409)
  await site.services.db.execute(`update payment_difference set day = '2026-01-02' where kind = 'double'`)
  await expectNarrowed(register, [
    [{ key: 'R2099' }, row => row.number.startsWith('R2099')],
    [{ key: '4299' }, row => row.transactionId === '4299'],
    [{ provider: 'alipay' }, row => row.providerName === '支付宝'],
    [{ kind: 'double' }, row => row.kind === 'double'],
    [{ state: 'open' }, row => row.state === 'open'],
    [{ dayFrom: '2026-01-03' }, row => row.day >= '2026-01-03'],
    [{ dayTo: '2026-01-02' }, row => row.day <= '2026-01-02'],
  ])
  await expectSorted(register, { columns: 'number,day' }, { day: by(row => row.day) })
  const inOrder = async (sort: string) => (await register.workbook({ sort })).map(row => row.订单号或退款号)
  expect(await inOrder('day')).not.toEqual(await inOrder('-day'))
  expect(await register.workbook({ ids: String(id) })).toHaveLength(1)
  expect(Object.keys((await register.workbook({ columns: 'number,ours' }))[0]!)).toEqual([
    '订单号或退款号',
    '本站（元）',
  ])
  expect(Object.keys((await register.workbook({ columns: 'number,note' }))[0]!)).toEqual([
    '订单号或退款号',
    '查清的情况',
  ])
  const page = async (query: object) => (await cashier.get('/staff/reconciliation/list', { ...query })).data.list
  const [one, two] = await page({ pageSize: 2 })
  expect(await page({ pageSize: 1 })).toEqual([one])
  expect(await page({ pageSize: 1, pageNum: 2 })).toEqual([two])
  const [done] = (await cashier.get('/staff/reconciliation/list', { state: 'resolved' })).data.list
  expect(done).toMatchObject({
    note: '支付机构更正',
    resolvedName: expect.stringMatching(/./),
    resolvedTime: expect.stringMatching(/^\d{4}/),
  })
})

test.each([
  ['wechatPay', '申请退款金额'],
  ['alipay', '订单金额（元）'],
] as const)(
  'a refund of %s whose sum is no number is told by its number, and the payment of that day agrees',
  async (provider, heading) => {
    const { db } = site.services
    const day = addDays(DAY, -3)
    const paidAt = new Date(startOf(day).getTime() + 10 * 3_600_000)
    const serial = `${day.replaceAll('-', '')}000000000${provider.length}`
    const number = `P${serial}`
    const refundNumber = `R${serial}`
    const [model] = await db
      .select()
      .from(paymentOrder)
      .where(eq(paymentOrder.number, numberOf(1)))
    const { id: _, ...of } = { ...model!, number, provider, fen: 700, transactionId: '4400', paidAt }
    const [order] = await db.insert(paymentOrder).values(of).returning()
    const back = { payable: 'memberFee', payableId: 1, amount: 2, reason: '多缴', state: 'paid' as const, paidOn: day }
    const [made] = await db.insert(refund).values(back).returning()
    const sent = { number: refundNumber, refundId: made!.id, orderId: order!.id, fen: 200, reason: '多缴' }
    await db.insert(paymentRefund).values({ ...sent, state: 'done', providerId: `60${provider}`, doneAt: paidAt })
    await db.delete(paymentBill).where(eq(paymentBill.day, day))
    const paid: Line = { kind: 'payment', transactionId: '4400', number, refundNumber: '', fen: 700, feeFen: 4 }
    const goesBack: Line = { ...paid, kind: 'refund', refundNumber, fen: 200, feeFen: -1, sumText: '二元' }
    await plant(provider, [paid, goesBack], day)
    await reconcileDays(site.ctx())
    const { list } = (await cashier.get('/staff/reconciliation/list', { provider, dayFrom: day, dayTo: day })).data
    const kindName = `账单中不能读取的一行：“${heading}”不是金额：二元`
    expect(list).toMatchObject([{ number: refundNumber, kindName }])
  },
)

test.each([
  ['wechatPay', '微信支付', '订单金额'],
  ['alipay', '支付宝', '订单金额（元）'],
] as const)(
  'a sum of %s that is no number is told by its line; the rest of the day is reconciled',
  async (provider, name, heading) => {
    const day = addDays(DAY, -2)
    const line = (n: number): Line => {
      const number = `P${day.replaceAll('-', '')}000000000${n}`
      return {
        kind: 'payment',
        transactionId: `43${n}`,
        number,
        refundNumber: '',
        fen: 100,
        feeFen: 1,
        about: NAMES[n],
      }
    }
    // A bill is read once.
    await site.services.db.delete(paymentBill).where(eq(paymentBill.day, day))
    await plant(provider, [line(1), { ...line(2), sumText: '1,00' }, { ...line(3), sumText: '' }], day)
    await reconcileDays(site.ctx())
    const { data } = await cashier.get('/staff/reconciliation/list', {
      provider,
      dayFrom: day,
      dayTo: day,
      pageSize: 100,
    })
    const told = (text: string) => `账单中不能读取的一行：“${heading}”不是金额：${text}`
    expect(data.list.map((row: { number: string; kindName: string }) => [row.number, row.kindName]).toSorted()).toEqual(
      [
        [line(1).number, '账单有、本站没有的支付'],
        [line(2).number, told('1,00')],
        [line(3).number, told('空')],
      ],
    )
    const bills = (await cashier.get('/staff/reconciliation/bills')).data
    expect(
      bills.find((bill: { day: string; providerName: string }) => bill.day === day && bill.providerName === name),
    ).toMatchObject({
      lines: 3,
      paid: 1,
      differences: 3,
    })
  },
)
