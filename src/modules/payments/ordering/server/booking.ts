import { and, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, isRefusal } from '#lib/error.ts'
import { fenOf, formatYuan, yuanOf } from '#lib/money.ts'
import { anonymous, type Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { receivableKind } from '#modules/membership/fees/server/payables.ts'
import { type Provider, providerNames } from '../../paymentWords.ts'
import { type PaymentStatus, UntrustedNotification } from '../../providers/server/driver.ts'
import { paymentItem, paymentOrder } from '../../server/tables.ts'

export type Order = typeof paymentOrder.$inferSelect
type Item = typeof paymentItem.$inferSelect
type Paid = Extract<PaymentStatus, { state: 'paid' }>

/** Context of an automatic action on behalf of a provider, without a signed-in actor. */
export const asProvider = (ctx: Ctx): Ctx => ({ ...ctx, actor: anonymous, address: '', headers: {} })

/**
 * Books a payment that the provider has confirmed with its signature, after checking it against our order. Idempotent:
 * returns false when it was booked already.
 */
export const takePayment = (ctx: Ctx, provider: Provider, word: PaymentStatus): Promise<boolean> =>
  ctx.db.transaction(async db => {
    const tx = asProvider({ ...ctx, db })
    const [order] = await db
      .select()
      .from(paymentOrder)
      .where(and(eq(paymentOrder.provider, provider), eq(paymentOrder.number, word.number)))
      .for('update')
    if (!order) throw new UntrustedNotification('没有这个订单')
    if (word.merchant !== order.merchant) throw new UntrustedNotification('收款账户与订单不同')
    if (word.state !== 'paid') return false
    if (word.fen !== order.fen)
      throw new UntrustedNotification(
        `金额不符：订单 ${formatYuan(yuanOf(order.fen))} 元，支付 ${formatYuan(yuanOf(word.fen))} 元`,
      )
    if (order.state === 'paid') {
      if (order.transactionId === word.transactionId) return false
      throw new UntrustedNotification('这个订单已由另一笔交易支付')
    }
    await book(tx, order, word)
    return true
  })

async function book(ctx: Ctx, order: Order, { transactionId, paidAt }: Paid): Promise<void> {
  const [taken] = await ctx.db
    .select({ number: paymentOrder.number })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.provider, order.provider), eq(paymentOrder.transactionId, transactionId)))
  if (taken) throw new UntrustedNotification('这笔交易已用于另一个订单')
  await ctx.db
    .update(paymentOrder)
    .set({ state: 'paid', transactionId, paidAt, heardAt: ctx.now })
    .where(eq(paymentOrder.id, order.id))
  const items = await ctx.db
    .select()
    .from(paymentItem)
    .where(eq(paymentItem.orderId, order.id))
    .orderBy(paymentItem.payable, paymentItem.payableId)
  for (const item of items) await bookItem(ctx, order, item, paidAt)
  const late = order.state === 'closed' && { 说明: '订单关闭之后才付款' }
  await record(ctx, {
    action: 'payment.paid',
    objectType: 'paymentOrder',
    objectId: order.id,
    objectName: `${order.number} ${order.payer}`,
    detail: { amount: formatYuan(yuanOf(order.fen)), 支付机构: providerNames[order.provider], ...late },
  })
}

/**
 * Books one item as a cashier would. If it is no longer owed or the amount changed, the payment is kept as an
 * overpayment.
 */
async function bookItem(ctx: Ctx, order: Order, item: Item, paidAt: Date): Promise<void> {
  const set = await settle(ctx, order, item, paidAt)
  await ctx.db.update(paymentItem).set(set).where(eq(paymentItem.id, item.id))
}

async function settle(ctx: Ctx, order: Order, item: Item, paidAt: Date): Promise<Pick<Item, 'state' | 'note'>> {
  try {
    await inTransaction(ctx, async tx => {
      const kind = receivableKind(item.payable)
      if (!kind) throw conflict('没有这一种款项')
      const held = await kind.lock(tx, item.payableId)
      const [of] = await kind.list(tx, [item.payableId])
      if (!of) throw conflict(`这笔${kind.name}已不存在`)
      if (!of.isOpen) throw conflict(`这笔${kind.name}${of.stateName}`)
      if (fenOf(of.amount) !== item.fen) throw conflict(`这笔${kind.name}现为 ${formatYuan(of.amount)} 元`)
      await kind.pay(tx, held, { paidOn: dayOf(paidAt), payer: order.payer, from: providerNames[order.provider] })
    })
    return { state: 'booked', note: '' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { state: 'surplus', note: error.message }
  }
}
