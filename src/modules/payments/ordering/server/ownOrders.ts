import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { isRefusal, notFound } from '#lib/error.ts'
import { yuanOf } from '#lib/money.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { papersOfPayments } from '#modules/money/papers/server/ownPapers.ts'
import { isOfActor } from '#modules/money/receivables/server/payers.ts'
import { kindName } from '#modules/money/receivables/server/receivables.ts'
import { readRecords, readRecordsById } from '#modules/money/receivables/server/records.ts'
import { closeReasons, itemStateNames, orderStateNames, providerNames, sceneNames } from '../../paymentWords.ts'
import { driversOf } from '../../providers/server/drivers.ts'
import { payerIdentity } from '../../providers/server/payerIdentity.ts'
import { paymentItem, paymentOrder } from '../../server/tables.ts'
import type { ownOrdersContract } from '../ownContract.ts'
import { asProvider, type Order } from './booking.ts'
import { endOrder, queryOrder } from './closing.ts'
import { makeOrder } from './newOrders.ts'

type Shown = Output<(typeof ownOrdersContract)['GET /member/payment/list']>['list'][number]

const spend = limit('payment/ask', { max: 20, per: 60_000, by: 'account' })
const MAX_OFFERED_RECEIVABLES = 200

/** Inside WeChat is offered to whom WeChat knows, in its own browser. */
async function waysOf(ctx: Ctx) {
  const isInside = /MicroMessenger/.test(ctx.headers.userAgent ?? '') && (await payerIdentity(ctx)) !== undefined
  return driversOf(ctx).flatMap(({ provider, scenes }) =>
    scenes.flatMap(scene =>
      scene === 'inside' && !isInside
        ? []
        : [{ provider, providerName: providerNames[provider], scene, sceneName: sceneNames[scene] }],
    ),
  )
}

async function ownOrder(ctx: Ctx, number: string): Promise<Order> {
  const [order] = await ctx.db
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.number, number), eq(paymentOrder.accountId, signedInActor(ctx).accountId)))
  if (!order) throw notFound('这个订单不存在')
  return order
}

const toShown = (of: Order): Shown => ({
  number: of.number,
  providerName: providerNames[of.provider],
  amount: yuanOf(of.fen),
  state: of.state,
  stateName: orderStateNames[of.state],
  reason: of.closeReason && of.state === 'closed' ? closeReasons[of.closeReason] : '',
  createdTime: iso(of.createdAt),
  paidTime: of.paidAt && iso(of.paidAt),
  about: of.about,
})

/** Queries the provider and books its answer. If the query fails the stored state is returned. */
async function refreshOrder(ctx: Ctx, number: string, how: (ctx: Ctx, order: Order) => Promise<unknown>) {
  spend(ctx)
  const order = await ownOrder(ctx, number)
  if (order.state === 'waiting')
    await how(asProvider(ctx), order).catch(err => {
      if (isRefusal(err)) throw err
      ctx.log.error({ err, order: number }, 'a provider could not be asked about an order')
    })
  const { state } = await ownOrder(ctx, number)
  return { state, stateName: orderStateNames[state] }
}

export const ownOrdersHandlers: Handlers<typeof ownOrdersContract> = {
  'GET /member/payment/due': async ctx => {
    const ways = await waysOf(ctx)
    if (ways.length === 0) return { ways, owed: [] }
    const owed = await readRecords(
      ctx,
      sql`${await isOfActor(ctx)} and r.state = 'due' order by r.term_on, r.id limit ${MAX_OFFERED_RECEIVABLES}`,
    )
    const waiting = await ctx.db
      .select({ number: paymentOrder.number, payable: paymentItem.payable, payableId: paymentItem.payableId })
      .from(paymentItem)
      .innerJoin(paymentOrder, eq(paymentOrder.id, paymentItem.orderId))
      .where(and(eq(paymentItem.state, 'open'), eq(paymentOrder.accountId, signedInActor(ctx).accountId)))
    return {
      ways,
      owed: owed.map(of => ({
        id: of.id,
        kindName: kindName(of.kind),
        payer: of.payer,
        about: of.about,
        amount: Number(of.open),
        dueOn: of.dueOn,
        waiting: waiting.find(one => one.payable === of.kind && one.payableId === of.payableId)?.number ?? null,
      })),
    }
  },
  'POST /member/payment/order': async (ctx, asked) => {
    const { number } = await makeOrder(ctx, asked)
    return { number }
  },
  'GET /member/payment/order': async (ctx, { number }) => {
    const of = await ownOrder(ctx, number)
    const items = await ctx.db.select().from(paymentItem).where(eq(paymentItem.orderId, of.id)).orderBy(paymentItem.id)
    const records =
      of.state === 'paid'
        ? await readRecordsById(
            ctx,
            items.map(({ payable, payableId }) => receivableIdOf(payable, payableId)),
          )
        : []
    const papersOf = await papersOfPayments(ctx, records)
    const left = Math.ceil((of.expiresAt.getTime() - ctx.now.getTime()) / 1000)
    return {
      ...toShown(of),
      door: of.state === 'waiting' && left > 0 ? of.door : null,
      secondsLeft: of.state === 'waiting' ? Math.max(0, left) : 0,
      items: items.map(({ payable, payableId, about, fen, state }) => {
        const receivableId = receivableIdOf(payable, payableId)
        return {
          receivableId,
          kindName: kindName(payable),
          about,
          amount: yuanOf(fen),
          state,
          stateName: itemStateNames[state],
          papers: records.filter(({ id }) => id === receivableId).flatMap(papersOf),
        }
      }),
    }
  },
  'GET /member/payment/list': async (ctx, asked) => {
    const mine = eq(paymentOrder.accountId, signedInActor(ctx).accountId)
    const [rows, [counted]] = await Promise.all([
      ctx.db
        .select()
        .from(paymentOrder)
        .where(mine)
        .orderBy(desc(paymentOrder.id))
        .limit(asked.pageSize)
        .offset(offset(asked)),
      ctx.db.select({ n: count() }).from(paymentOrder).where(mine),
    ])
    return toPage(rows.map(toShown), counted!.n, asked)
  },
  'POST /member/payment/ask': (ctx, { number }) => refreshOrder(ctx, number, queryOrder),
  'POST /member/payment/close': (ctx, { number }) =>
    refreshOrder(ctx, number, (tx, order) => endOrder(tx, order, 'member')),
}
