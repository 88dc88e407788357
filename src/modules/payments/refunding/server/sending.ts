import { and, asc, eq, inArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { CALLBACKS } from '#lib/server/http/callbacks.ts'
import { settleRefund } from '#modules/money/refunds/server/refundActs.ts'
import { asProvider, type Order } from '../../ordering/server/booking.ts'
import type { Provider } from '../../paymentWords.ts'
import { callbackPath } from '../../providers/server/callbackPaths.ts'
import { type RefundStatus, UntrustedNotification } from '../../providers/server/driver.ts'
import { driverOf } from '../../providers/server/drivers.ts'
import { paymentOrder, paymentRefund } from '../../server/tables.ts'

const MAX_REFUNDS_PER_RUN = 200

/** Records a refund that the provider has confirmed with its signature, after checking it. Idempotent. */
export const takeRefund = (given: Ctx, provider: Provider, word: RefundStatus): Promise<boolean> =>
  inTransaction(given, async tx => {
    const ctx = asProvider(tx)
    const [found] = await tx.db
      .select({ sent: paymentRefund, order: paymentOrder })
      .from(paymentRefund)
      .innerJoin(paymentOrder, eq(paymentOrder.id, paymentRefund.orderId))
      .where(and(eq(paymentRefund.number, word.number), eq(paymentOrder.provider, provider)))
      .for('update', { of: paymentRefund })
    if (!found) throw new UntrustedNotification('没有这笔退款')
    const { sent, order } = found
    if (word.orderNumber !== order.number || word.merchant !== order.merchant)
      throw new UntrustedNotification('退款不属于这个订单')
    if (sent.state === 'done' || sent.state === 'failed' || word.state === 'pending') return false
    if (word.fen !== sent.fen) throw new UntrustedNotification('退款金额不符')
    const set =
      word.state === 'done'
        ? { state: word.state, providerId: word.refundId, doneAt: word.doneAt }
        : { state: word.state, why: word.why }
    await tx.db.update(paymentRefund).set(set).where(eq(paymentRefund.id, sent.id))
    if (word.state === 'done')
      await settleRefund(ctx, sent.refundId, {
        paidOn: dayOf(word.doneAt),
        slipNumber: word.refundId.slice(0, 60),
        way: 'online',
      })
    return true
  })

/** Sends what was agreed on, and asks after what is on its way. The same number goes back once, however often it is sent. */
export async function sendRefunds(given: Ctx): Promise<void> {
  const ctx = asProvider(given)
  const open = await ctx.db
    .select({ sent: paymentRefund, order: paymentOrder })
    .from(paymentRefund)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentRefund.orderId))
    .where(inArray(paymentRefund.state, ['waiting', 'sent']))
    .orderBy(asc(paymentRefund.id))
    .limit(MAX_REFUNDS_PER_RUN)
  let failed = 0
  for (const one of open)
    await submitRefund(ctx, one).catch(err => {
      failed++
      ctx.log.error({ err, refund: one.sent.number }, 'a refund could not be sent')
    })
  if (failed > 0 && failed === open.length) throw new Error(`none of ${failed} refunds could be sent`)
}

async function submitRefund(ctx: Ctx, { sent, order }: { sent: typeof paymentRefund.$inferSelect; order: Order }) {
  const driver = driverOf(ctx, order.provider)
  const word =
    sent.state === 'sent'
      ? await driver.queryRefund({ number: sent.number, orderNumber: order.number })
      : await driver.refund({
          number: sent.number,
          order,
          fen: sent.fen,
          reason: sent.reason,
          notifyUrl: `${ctx.config.publicUrl}${CALLBACKS}${callbackPath(order.provider)}`,
        })
  await ctx.db
    .update(paymentRefund)
    .set({ state: 'sent' })
    .where(and(eq(paymentRefund.id, sent.id), eq(paymentRefund.state, 'waiting')))
  await takeRefund(ctx, order.provider, word)
}
