import { randomInt } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { fenOf } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isInForce } from '#modules/ledger/allocating/server/allocating.ts'
import { CREDIT, receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { allocation } from '#modules/ledger/server/tables.ts'
import { defineRefundWay } from '#modules/money/refunds/server/refundWay.ts'
import { providerNames } from '../../paymentWords.ts'
import { driversOf } from '../../providers/server/drivers.ts'
import { sentStateNames } from '../../sentWords.ts'
import { paymentOrder, paymentRefund } from '../../server/tables.ts'

/** The order by which something was paid, or which brought a credit. */
async function paidOrderOf({ db }: Pick<Ctx, 'db'>, { kind, payableId }: { kind: string; payableId: number }) {
  const [found] = await db
    .select({ order: paymentOrder })
    .from(paymentOrder)
    .innerJoin(allocation, eq(allocation.paymentId, paymentOrder.paymentId))
    .where(
      kind === CREDIT
        ? eq(paymentOrder.paymentId, payableId)
        : and(eq(allocation.receivableId, receivableIdOf(kind, payableId)), isInForce),
    )
    .orderBy(desc(allocation.id))
    .limit(1)
  return found?.order
}

/** R, the day, and ten digits. */
const newNumber = (now: Date) =>
  `R${dayOf(now).replaceAll('-', '')}${String(randomInt(0, 10_000_000_000)).padStart(10, '0')}`

defineRefundWay({
  paidBy: async (ctx, which) => {
    const order = await paidOrderOf(ctx, which)
    if (!order) return undefined
    const { id, number, provider } = order
    return { number, providerName: providerNames[provider], route: `/staff/payments/${id}` }
  },
  nameOf: async (ctx, which) => {
    const order = await paidOrderOf(ctx, which)
    const isSetUp = order && driversOf(ctx).some(({ provider }) => provider === order.provider)
    return isSetUp ? `${providerNames[order.provider]}原路退回` : undefined
  },
  send: async (ctx, { id, amount, reason, ...which }) => {
    const order = await paidOrderOf(ctx, which)
    if (!order) throw conflict('这笔款项不是在线支付的')
    await ctx.db
      .insert(paymentRefund)
      .values({ number: newNumber(ctx.now), refundId: id, orderId: order.id, fen: fenOf(amount), reason })
  },
  standingOf: async ({ db }, id) => {
    const [sent] = await db.select().from(paymentRefund).where(eq(paymentRefund.refundId, id))
    if (!sent) return undefined
    const text = [sentStateNames[sent.state], sent.number, sent.why].filter(Boolean).join(' ')
    return { text, isOver: sent.state === 'failed' }
  },
})
