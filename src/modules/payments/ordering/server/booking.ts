import { and, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, isRefusal } from '#lib/error.ts'
import { formatYuan, yuanOf } from '#lib/money.ts'
import { anonymous, type Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import {
  byLockOrder,
  creditOf,
  type LockedShare,
  lockShares,
  receive,
} from '#modules/ledger/allocating/server/allocating.ts'
import { readOneOwed } from '#modules/ledger/allocating/server/owed.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
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
  const items = await ctx.db.select().from(paymentItem).where(eq(paymentItem.orderId, order.id))
  const keyOf = ({ payable, payableId }: Item) => ({ kind: receivableKind(payable)!, id: payableId })
  await bookItems(
    ctx,
    order,
    items.toSorted((a, b) => byLockOrder(keyOf(a), keyOf(b))),
    paidAt,
  )
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
 * Books the items as a cashier would. What is not owed any more, or not as much of it, is kept as a credit, and the item
 * says why.
 */
async function bookItems(ctx: Ctx, order: Order, items: readonly Item[], paidAt: Date): Promise<void> {
  const notes = new Map<number, string>()
  const shares: (LockedShare & { item: Item })[] = []
  for (const item of items) {
    const amount = yuanOf(item.fen)
    try {
      const share = await inTransaction(ctx, async tx => {
        const [locked] = await lockShares(tx, [{ payable: item.payable, payableId: item.payableId, amount }])
        const of = await readOneOwed(tx, locked!.kind, item.payableId)
        if (!of.isOpen) throw conflict(`这笔${of.kind.name}${of.stateName}`)
        if (of.open < amount) notes.set(item.id, `这笔${of.kind.name}只欠 ${formatYuan(of.open)} 元`)
        return { ...locked!, item, amount: Math.min(amount, of.open) }
      })
      shares.push(share)
    } catch (error) {
      if (!isRefusal(error)) throw error
      notes.set(item.id, error.message)
    }
  }
  const [owner] = await ctx.db
    .select({ organisationId: account.organisationId, personId: account.personId })
    .from(account)
    .where(eq(account.id, order.accountId))
  const made = await receive(
    ctx,
    {
      way: 'online',
      amount: yuanOf(order.fen),
      paidOn: dayOf(paidAt),
      payer: order.payer,
      number: order.number,
      remark: items
        .map(({ about }) => about)
        .join('、')
        .slice(0, 200),
      accountId: order.accountId,
      ...owner,
      from: providerNames[order.provider],
    },
    shares,
    (share, reason) => notes.set(shares.find(one => one.kind === share.kind && one.id === share.id)!.item.id, reason),
  )
  await ctx.db.update(paymentOrder).set({ paymentId: made.id }).where(eq(paymentOrder.id, order.id))
  for (const item of items) {
    const note = notes.get(item.id)
    const set = note === undefined ? { state: 'booked' as const, note: '' } : { state: 'surplus' as const, note }
    await ctx.db.update(paymentItem).set(set).where(eq(paymentItem.id, item.id))
  }
  const kept = await creditOf(ctx, made)
  if (kept > 0) await tellKept(ctx, order, kept, [...notes.values()])
}

const keptAsCredit = defineTemplate({
  code: 'payment.kept',
  group: '账务',
  name: '在线支付的款项记为余款',
  title: '您在线支付的 {金额} 元记为余款',
  content:
    '订单 {订单号}：{原因}。这 {金额} 元记为您的余款，可以用于以后的款项，也可以退还；需要退还的，请联系协会财务。',
  sms: '',
  placeholders: { 金额: '500', 订单号: 'WX20261129000123', 原因: '这笔会费已确认' },
})

/** Tells who paid that what they meant to pay needed it no more, or not as much. */
async function tellKept(
  ctx: Ctx,
  { number, accountId }: Order,
  kept: number,
  reasons: readonly string[],
): Promise<void> {
  const values = { 金额: formatYuan(kept), 订单号: number, 原因: reasons.join('；') || '支付的多于应缴的' }
  const text = await renderTemplate(ctx, keptAsCredit.code, values)
  await notify(ctx, { ...text, kind: 'fee', route: `/admin/user/payments/${number}`, accountId })
}
