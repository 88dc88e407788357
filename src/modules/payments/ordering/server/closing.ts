import { and, asc, eq } from 'drizzle-orm'
import { fenOf } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { readOwed } from '#modules/ledger/allocating/server/owed.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { type CloseReason, closeReasons } from '../../paymentWords.ts'
import type { PaymentStatus } from '../../providers/server/driver.ts'
import { driverOf } from '../../providers/server/drivers.ts'
import { paymentItem, paymentOrder } from '../../server/tables.ts'
import { asProvider, type Order, takePayment } from './booking.ts'

const MAX_ORDERS_PER_RUN = 500
/** Time in ms that a provider may take to accept an order. */
const ORDER_CREATION_MS = 60_000

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
export async function queryOrder(ctx: Ctx, order: Order): Promise<PaymentStatus['state']> {
  await ctx.db.update(paymentOrder).set({ askedAt: ctx.now }).where(eq(paymentOrder.id, order.id))
  const word = await driverOf(ctx, order.provider).query(order.number)
  if (word.state === 'paid') await takePayment(ctx, order.provider, word)
  return word.state
}

/** Ends it with the provider first: while that has not said so, it may be paid. */
export async function endOrder(ctx: Ctx, order: Order, reason: CloseReason): Promise<void> {
  const state = await queryOrder(ctx, order)
  if (state === 'waiting' || state === 'unknown') {
    await driverOf(ctx, order.provider).close(order.number)
    // Paid in between: that word was the last one.
    await queryOrder(ctx, order)
  }
  await closeOrder(ctx, order.id, reason)
}

/** Whether all items are still owed with the same amount. */
async function isStillOwed(ctx: Ctx, { id }: Order): Promise<boolean> {
  const items = await ctx.db.select().from(paymentItem).where(eq(paymentItem.orderId, id))
  for (const { payable, payableId, fen } of items) {
    const kind = receivableKind(payable)
    const [of] = kind ? await readOwed(ctx, kind, [payableId]) : []
    if (!of?.isOpen || fenOf(of.open) !== fen) return false
  }
  return true
}

/** Looks after all orders that wait: asks for what no callback told, ends what is over. One that fails holds up no other. */
export async function checkOpenOrders(given: Ctx): Promise<{ asked: number; failed: number }> {
  const ctx = asProvider(given)
  const waiting = await ctx.db
    .select()
    .from(paymentOrder)
    .where(eq(paymentOrder.state, 'waiting'))
    .orderBy(asc(paymentOrder.expiresAt))
    .limit(MAX_ORDERS_PER_RUN)
  let failed = 0
  for (const order of waiting)
    await checkOrder(ctx, order).catch(err => {
      failed++
      ctx.log.error({ err, order: order.number }, 'an order could not be looked after')
    })
  if (failed > 0 && failed === waiting.length) throw new Error(`none of ${failed} orders could be looked after`)
  return { asked: waiting.length, failed }
}

async function checkOrder(ctx: Ctx, order: Order): Promise<void> {
  if (order.expiresAt <= ctx.now) return endOrder(ctx, order, 'expired')
  if (!(await isStillOwed(ctx, order))) return endOrder(ctx, order, 'paidOtherwise')
  // The provider does not know the order yet while it is being created.
  if (!order.door && ctx.now.getTime() - order.createdAt.getTime() < ORDER_CREATION_MS) return
  if ((await queryOrder(ctx, order)) === 'closed') await closeOrder(ctx, order.id, 'failed')
}
