import { and, asc, eq } from 'drizzle-orm'
import { fenOf } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { payableKind } from '#modules/membership/fees/server/payables.ts'
import { type CloseReason, closeReasons } from '../../paymentWords.ts'
import type { PaymentWord } from '../../providers/server/driver.ts'
import { driverOf } from '../../providers/server/drivers.ts'
import { paymentItem, paymentOrder } from '../../server/tables.ts'
import { asProvider, type Order, takePayment } from './booking.ts'

const AT_ONCE = 500
/** Time in ms that a provider may take to accept an order. */
const MAKING = 60_000

/** Closes an unpaid order, so that its items can be paid again. A later payment notification is booked all the same. */
export const closeOrder = (ctx: Ctx, id: number, reason: CloseReason): Promise<void> =>
  inTransaction(ctx, async tx => {
    const [closed] = await tx.db
      .update(paymentOrder)
      .set({ state: 'closed', closedAt: ctx.now, closeReason: reason })
      .where(and(eq(paymentOrder.id, id), eq(paymentOrder.state, 'waiting')))
      .returning()
    if (!closed) return
    await tx.db.update(paymentItem).set({ state: 'released' }).where(eq(paymentItem.orderId, id))
    await record(tx, {
      action: 'payment.close',
      objectType: 'paymentOrder',
      objectId: id,
      objectName: `${closed.number} ${closed.payer}`,
      detail: { reason: closeReasons[reason] },
    })
  })

/** Asks the provider how an order stands, and books what it says. */
export async function askAfter(ctx: Ctx, order: Order): Promise<PaymentWord['state']> {
  await ctx.db.update(paymentOrder).set({ askedAt: ctx.now }).where(eq(paymentOrder.id, order.id))
  const word = await driverOf(ctx, order.provider).query(order.number)
  if (word.state === 'paid') await takePayment(ctx, order.provider, word)
  return word.state
}

/** Ends it with the provider first: while that has not said so, it may be paid. */
export async function endOrder(ctx: Ctx, order: Order, reason: CloseReason): Promise<void> {
  const state = await askAfter(ctx, order)
  if (state === 'waiting' || state === 'unknown') {
    await driverOf(ctx, order.provider).close(order.number)
    // Paid in between: that word was the last one.
    await askAfter(ctx, order)
  }
  await closeOrder(ctx, order.id, reason)
}

/** Whether all items are still owed with the same amount. */
async function isWanted(ctx: Ctx, { id }: Order): Promise<boolean> {
  const items = await ctx.db.select().from(paymentItem).where(eq(paymentItem.orderId, id))
  for (const { payable, payableId, fen } of items) {
    const [of] = (await payableKind(payable)?.list(ctx, [payableId])) ?? []
    if (!of?.isOpen || fenOf(of.amount) !== fen) return false
  }
  return true
}

/** Looks after all orders that wait: asks for what no callback told, ends what is over. One that fails holds up no other. */
export async function watchOrders(given: Ctx): Promise<{ asked: number; failed: number }> {
  const ctx = asProvider(given)
  const waiting = await ctx.db
    .select()
    .from(paymentOrder)
    .where(eq(paymentOrder.state, 'waiting'))
    .orderBy(asc(paymentOrder.expiresAt))
    .limit(AT_ONCE)
  let failed = 0
  for (const order of waiting)
    await watch(ctx, order).catch(err => {
      failed++
      ctx.log.error({ err, order: order.number }, 'an order could not be looked after')
    })
  if (failed > 0 && failed === waiting.length) throw new Error(`none of ${failed} orders could be looked after`)
  return { asked: waiting.length, failed }
}

async function watch(ctx: Ctx, order: Order): Promise<void> {
  if (order.expiresAt <= ctx.now) return endOrder(ctx, order, 'expired')
  if (!(await isWanted(ctx, order))) return endOrder(ctx, order, 'paidOtherwise')
  // The provider does not know the order yet while it is being created.
  if (!order.door && ctx.now.getTime() - order.createdAt.getTime() < MAKING) return
  if ((await askAfter(ctx, order)) === 'closed') await closeOrder(ctx, order.id, 'failed')
}
