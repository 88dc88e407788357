import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { cashier, onThePhone, orderFor, orderOf, other, oweFee, payer, setUpPayments } from '#test/setups/payments.ts'
import { site } from '#test/setups/site.ts'
import { checkOpenOrders } from '../ordering/server/closing.ts'
import type { RefundStatus } from '../providers/server/driver.ts'
import { paymentOrder, paymentRefund } from '../server/tables.ts'
import { sendRefunds, takeRefund } from './server/sending.ts'

setUpPayments()

const receivable = async (id: number) => (await cashier.get('/staff/receivable/detail', { id })).data
const refundOf = async (id: number) => (await cashier.get('/staff/refund/detail', { id })).data
const ask = (id: number, amount: number, reason = '多缴', more: object = {}) =>
  cashier.post('/staff/refund/ask', { id, amount, reason, payee: '清源', ...more })
const agree = async (id: number) => other.post('/staff/approval/agree', { id: (await refundOf(id)).approvalId })
async function paidFee(year: number, provider = 'wechatPay') {
  const owed = await oweFee(year)
  const number = await orderFor([owed.id], provider)
  await onThePhone(number, 'once', { provider })
  expect((await orderOf(number)).state).toBe('paid')
  return { ...owed, number }
}

test.each(['wechatPay', 'alipay'])(
  '%s: a part, then the rest, go back whence they came when two persons have agreed; the provider says that they went',
  async provider => {
    const { id, amount, number } = await paidFee(provider === 'alipay' ? 2042 : 2041, provider)
    expect(await receivable(id)).toMatchObject({
      payerAccount: expect.stringMatching(/原路退回$/),
      order: { number, providerName: provider === 'alipay' ? '支付宝' : '微信支付' },
    })
    const first = await ask(id, 100)
    expect(first.code).toBe(200)
    await sendRefunds(site.ctx())
    expect((await refundOf(first.data.id)).sent, 'nobody has agreed').toBe('')
    expect((await agree(first.data.id)).code).toBe(200)
    const agreed = await refundOf(first.data.id)
    expect(agreed).toMatchObject({
      state: 'agreed',
      sent: expect.stringContaining('待提交'),
      bank: expect.stringContaining('原路退回'),
    })
    const byHand = { id: agreed.id, version: agreed.version, paidOn: dayOf(new Date()), slipNumber: 'X' }
    expect(await cashier.post('/staff/refund/pay', byHand)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('自动登记'),
    })
    const back = { id: agreed.id, version: agreed.version, reason: '算了' }
    expect((await cashier.post('/staff/refund/withdraw', back)).code).toBe(409)
    for (let i = 0; i < 3; i++) await sendRefunds(site.ctx())
    expect(await refundOf(agreed.id)).toMatchObject({
      state: 'paid',
      sent: expect.stringContaining('已原路退回'),
      slipNumber: expect.stringMatching(/./),
    })
    expect(await receivable(id)).toMatchObject({ state: 'paid', refunded: 100 })
    const rest = await ask(id, sumAmounts([amount, -100]))
    await agree(rest.data.id)
    await Promise.all([sendRefunds(site.ctx()), sendRefunds(site.ctx())])
    await sendRefunds(site.ctx())
    expect(await receivable(id)).toMatchObject({ state: 'refunded', refunded: amount })
    const [order] = await site.services.db.select().from(paymentOrder).where(eq(paymentOrder.number, number))
    expect((await receivable(id)).order.route).toBe(`/staff/payments/${order!.id}`)
    const { refunds } = (await cashier.get('/staff/payment/detail', { id: order!.id })).data
    expect(refunds).toMatchObject([{ amount: 100, stateName: '已原路退回' }, { amount: sumAmounts([amount, -100]) }])
    const list = async (refunded: string) =>
      (await cashier.get('/staff/payment/list', { key: number, refunded })).data.total
    expect([await list('yes'), await list('no')]).toEqual([1, 0])
  },
)

test('what a payer asks back of an order goes back whence it came, whatever account is given', async () => {
  const { id, amount, number } = await paidFee(2048)
  const { items } = await orderOf(number)
  expect(items).toMatchObject([{ receivableId: id, state: 'booked' }])
  const options = (await payer.get('/member/refund/options', { receivable: id })).data
  expect(options).toMatchObject({ online: '微信支付原路退回', payerAccount: '', refundable: amount })
  const sent = { receivable: id, amount: 60, reason: '重复缴纳', account: '622200000000', once: 'online' }
  const { data } = await payer.post('/member/refund/request', sent)
  const { version } = await refundOf(data.id)
  expect(await refundOf(data.id)).toMatchObject({ account: '', bank: '微信支付原路退回', payee: options.payer })
  await sendRefunds(site.ctx())
  expect((await refundOf(data.id)).sent, 'nobody has agreed').toBe('')
  await cashier.post('/staff/refund/accept', { id: data.id, version, amount: 60 })
  await agree(data.id)
  for (let i = 0; i < 3; i++) await sendRefunds(site.ctx())
  const [row] = (await payer.get('/member/refund/list')).data.list
  expect(row).toMatchObject({ id: data.id, state: 'paid', account: '', paidOn: dayOf(new Date()) })
})

test('of another order, account or sum, or of no refund of ours, nothing is believed; and what is done is done once', async () => {
  const { id, number } = await paidFee(2045)
  const { data } = await ask(id, 70)
  await agree(data.id)
  const row = async () => {
    const [sent] = await site.services.db.select().from(paymentRefund).where(eq(paymentRefund.refundId, data.id))
    return sent!
  }
  const { merchant } = site.services.config.payments.wechatPay!
  const known = { number: (await row()).number, orderNumber: number, merchant, fen: 7_000 }
  const done: RefundStatus = { ...known, state: 'done', refundId: '5030', doneAt: new Date() }
  const told = (changes: Partial<typeof known> = {}) => takeRefund(site.ctx(), 'wechatPay', { ...done, ...changes })
  await expect(told({ number: 'R0' })).rejects.toThrow('没有这笔退款')
  await expect(told({ orderNumber: 'P0' })).rejects.toThrow('退款不属于这个订单')
  await expect(told({ merchant: '1900000002' })).rejects.toThrow('退款不属于这个订单')
  await expect(told({ fen: 7_001 })).rejects.toThrow('退款金额不符')
  expect((await row()).state).toBe('waiting')
  expect(await told()).toBe(true)
  expect(await told()).toBe(false)
  expect(await takeRefund(site.ctx(), 'wechatPay', { ...known, state: 'failed', why: '晚到的失败' })).toBe(false)
  expect(await row()).toMatchObject({ state: 'done', providerId: '5030', why: '' })
  expect(await receivable(id)).toMatchObject({ refunded: 70 })
})

test('an account that takes no money back: the cashier is told, and may transfer it', async () => {
  const { id } = await paidFee(2043)
  const { data } = await ask(id, 50, '退款异常')
  await agree(data.id)
  for (let i = 0; i < 3; i++) await sendRefunds(site.ctx())
  const failed = await refundOf(data.id)
  expect(failed).toMatchObject({ state: 'agreed', sent: expect.stringContaining('退回失败') })
  const [sent] = await site.services.db.select().from(paymentRefund).where(eq(paymentRefund.refundId, data.id))
  const { refunds } = (await cashier.get('/staff/payment/detail', { id: sent!.orderId })).data
  expect(refunds[0].why).toContain('收不了款')
  const byHand = { id: data.id, version: failed.version, paidOn: dayOf(new Date()), slipNumber: 'HD-9' }
  expect((await cashier.post('/staff/refund/pay', byHand)).data.state).toBe('paid')
})

test('what was paid too much waits on the workbench, counts as received, and goes back in the same way', async () => {
  const { id, feeId, amount } = await oweFee(2044)
  const number = await orderFor([id])
  await onThePhone(number, 'silent')
  const kind = receivableKind('memberFee')!
  await site.services.db.transaction(async db => {
    const ctx = { ...site.ctx(), db }
    await kind.pay(ctx, await kind.lock(ctx, feeId), { paidOn: dayOf(new Date()), payer: '清源' })
  })
  await checkOpenOrders(site.ctx())
  const tasks = (await cashier.get('/staff/overview')).data.tasks
  expect(tasks.find(({ code }: { code: string }) => code === 'paymentCredits')).toMatchObject({ count: 1 })
  const [surplus] = (await cashier.get('/staff/receivable/list', { kind: 'surplus' })).data.list
  expect(surplus).toMatchObject({ kindName: '多付款', received: amount, number, about: '多付：2044 年度会费' })
  const asked = await ask(surplus.id, amount, '多付退回')
  await agree(asked.data.id)
  for (let i = 0; i < 3; i++) await sendRefunds(site.ctx())
  expect(await receivable(surplus.id)).toMatchObject({
    state: 'refunded',
    net: 0,
    route: expect.stringContaining('/staff/received/'),
  })
  const left = (await cashier.get('/staff/overview')).data.tasks
  expect(left.some(({ code, count }: { code: string; count: number }) => code === 'paymentCredits' && count > 0)).toBe(
    false,
  )
})

test('accounts tell what came and went by a provider from what staff transferred, under a subject of its own', async () => {
  const today = dayOf(new Date())
  const [online, byHand] = [await paidFee(2046), await paidFee(2047)]
  const back = await ask(online.id, 30)
  await agree(back.data.id)
  const refused = await ask(byHand.id, 50, '退款异常')
  await agree(refused.data.id)
  for (let i = 0; i < 3; i++) await sendRefunds(site.ctx())
  const { id, version } = await refundOf(refused.data.id)
  await cashier.post('/staff/refund/pay', { id, version, paidOn: today, slipNumber: 'HD-10' })
  type Entry = { receivableId: number; direction: string }
  const entries = async (way: string) => {
    const { list } = (await cashier.get('/staff/closing/entries', { day: today, way, pageSize: 100 })).data
    return list
      .filter(({ receivableId }: Entry) => [online.id, byHand.id].includes(receivableId))
      .toSorted((a: Entry, b: Entry) => a.receivableId - b.receivableId || a.direction.localeCompare(b.direction))
  }
  expect(await entries('online')).toMatchObject([
    { receivableId: online.id, direction: 'receipt', amount: online.amount, wayName: '在线支付' },
    { receivableId: online.id, direction: 'refund', amount: -30 },
    { receivableId: byHand.id, direction: 'receipt', amount: byHand.amount },
  ])
  expect(await entries('slip')).toMatchObject([{ receivableId: byHand.id, direction: 'refund', amount: -50 }])
  const day = (await cashier.get('/staff/closing/day', { day: today })).data
  expect(await cashier.post('/staff/closing/close', { day: today, version: day.version })).toMatchObject({ code: 200 })
  const { net } = day.lines.find(
    ({ kind, way }: { kind: string; way: string }) => kind === 'memberFee' && way === 'online',
  )
  const { vouchers } = (await cashier.get('/staff/voucher/list', { month: today.slice(0, 7) })).data
  const lines = vouchers.flatMap((of: { lines: { code: string; debit: number }[] }) => of.lines)
  const held = lines.filter(({ code }: { code: string }) => code === '1009')
  expect(sumAmounts(held.map(({ debit }: { debit: number }) => debit))).toBeGreaterThanOrEqual(net)
})
