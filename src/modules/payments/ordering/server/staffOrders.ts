import { desc, eq, inArray, sql } from 'drizzle-orm'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { yuanOf } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { kindName } from '#modules/money/receivables/server/receivables.ts'
import { orderFilters } from '../../orderFilters.ts'
import { closeReasons, itemStateNames, orderStateNames, providerNames, sceneNames } from '../../paymentWords.ts'
import { sentStateNames } from '../../sentWords.ts'
import { paymentItem, paymentOrder, paymentRefund } from '../../server/tables.ts'
import type { staffOrdersContract } from '../staffContract.ts'
import type { Order } from './booking.ts'
import { asProvider } from './booking.ts'
import { queryOrder } from './closing.ts'

const dayOn = (at: unknown) => sql`(${at} at time zone 'Asia/Shanghai')::date`
const someItem = (state: string) =>
  sql`exists (select from ${paymentItem} where ${paymentItem.orderId} = ${paymentOrder.id} and ${paymentItem.state} = ${state})`
const someRefund = sql`exists (select from ${paymentRefund}
  where ${paymentRefund.orderId} = ${paymentOrder.id} and ${paymentRefund.state} = 'done')`

const toRow = (of: Order) => ({
  id: of.id,
  number: of.number,
  providerName: providerNames[of.provider],
  sceneName: sceneNames[of.scene],
  payer: of.payer,
  about: of.about,
  amount: yuanOf(of.fen),
  state: of.state,
  stateName: orderStateNames[of.state],
  createdTime: iso(of.createdAt),
  paidTime: of.paidAt && iso(of.paidAt),
  transactionId: of.transactionId ?? '',
})

/** 支付订单: all that was to be paid through a provider. */
export const orderRegister = defineRegister({
  name: '在线支付',
  views: { code: 'payment', permission: 'staff:financeReading' },
  filters: orderFilters,
  from: sql`${paymentOrder}`,
  id: sql`${paymentOrder.id}`,
  newest: sql`${paymentOrder.createdAt}`,
  where: {
    key: words =>
      sql`(${containsWords(paymentOrder.payer, words)} or ${containsWords(paymentOrder.about, words)} or ${containsWords(paymentOrder.number, words)}
        or ${containsWords(sql`coalesce(${paymentOrder.transactionId}, '')`, words)})`,
    provider: paymentOrder.provider,
    state: paymentOrder.state,
    refunded: flag => (flag === 'yes' ? someRefund : sql`not ${someRefund}`),
    surplus: flag => (flag === 'yes' ? someItem('surplus') : sql`not ${someItem('surplus')}`),
    madeFrom: day => sql`${dayOn(paymentOrder.createdAt)} >= ${day}`,
    madeTo: day => sql`${dayOn(paymentOrder.createdAt)} <= ${day}`,
    paidFrom: day => sql`${dayOn(paymentOrder.paidAt)} >= ${day}`,
    paidTo: day => sql`${dayOn(paymentOrder.paidAt)} <= ${day}`,
  },
  read: ({ db }, ids) =>
    db
      .select()
      .from(paymentOrder)
      .where(inArray(paymentOrder.id, [...ids])),
  row: toRow,
  columns: {
    number: { heading: '订单号', width: 22, value: of => of.number, nowrap: true },
    payer: { heading: '付款人', width: 36, value: of => of.payer, sort: byName(sql`${paymentOrder.payer}`) },
    about: { heading: '款项', width: 40, value: of => of.about },
    providerName: { heading: '支付方式', width: 12, value: of => providerNames[of.provider], nowrap: true },
    amount: { heading: '金额（元）', width: 12, value: of => yuanOf(of.fen), sort: paymentOrder.fen, isFigure: true },
    stateName: { heading: '状态', width: 10, value: of => orderStateNames[of.state], nowrap: true },
    createdTime: {
      heading: '下单时间',
      width: 18,
      value: of => minute(iso(of.createdAt)),
      sort: paymentOrder.createdAt,
      nowrap: true,
    },
    paidTime: {
      heading: '支付时间',
      width: 18,
      value: of => of.paidAt && minute(iso(of.paidAt)),
      empty: '—',
      sort: sql`coalesce(${paymentOrder.paidAt}, 'infinity')`,
      nowrap: true,
    },
    paidOn: { heading: '支付日期', width: 12, value: of => of.paidAt && dayOf(of.paidAt), empty: '—', nowrap: true },
    sceneName: { heading: '支付场景', width: 10, value: of => sceneNames[of.scene], nowrap: true },
    transactionId: { heading: '支付机构交易号', width: 34, value: of => of.transactionId, empty: '—', nowrap: true },
    merchant: { heading: '收款商户号', width: 20, value: of => of.merchant, nowrap: true },
  },
  listed: ['number', 'payer', 'about', 'providerName', 'amount', 'stateName', 'createdTime', 'paidTime'],
})

export async function readOrder({ db }: Pick<Ctx, 'db'>, id: number): Promise<Order> {
  const [order] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, id))
  if (!order) throw notFound('这个订单不存在')
  return order
}

export const staffOrdersHandlers: Handlers<typeof staffOrdersContract> = {
  'GET /staff/payment/list': (ctx, asked) => orderRegister.list(ctx, asked),
  'GET /staff/payment/export': (ctx, asked) =>
    exportRegister(ctx, orderRegister, asked, { action: 'payment.export', objectType: 'paymentOrder' }),
  'GET /staff/payment/detail': async (ctx, { id }) => {
    const of = await readOrder(ctx, id)
    const sent = await ctx.db
      .select()
      .from(paymentRefund)
      .where(eq(paymentRefund.orderId, id))
      .orderBy(paymentRefund.id)
    const items = await ctx.db
      .select()
      .from(paymentItem)
      .where(eq(paymentItem.orderId, id))
      .orderBy(desc(paymentItem.fen), paymentItem.id)
    return {
      ...toRow(of),
      merchant: of.merchant,
      expiresTime: iso(of.expiresAt),
      heardTime: of.heardAt && iso(of.heardAt),
      closedTime: of.closedAt && iso(of.closedAt),
      reason: of.closeReason ? closeReasons[of.closeReason] : '',
      fee: of.feeFen === null ? null : yuanOf(of.feeFen),
      refunds: sent.map(({ refundId, number, fen, state, why }) => ({
        refundId,
        number,
        amount: yuanOf(fen),
        stateName: sentStateNames[state],
        why,
      })),
      items: items.map(({ payable, payableId, about, fen, state, note }) => ({
        receivableId: receivableIdOf(payable, payableId),
        kindName: kindName(payable),
        about,
        amount: yuanOf(fen),
        state,
        stateName: itemStateNames[state],
        note,
      })),
    }
  },
  'POST /staff/payment/ask': async (ctx, { id }) => {
    const order = await readOrder(ctx, id)
    if (order.state === 'waiting')
      await queryOrder(asProvider(ctx), order).catch(err => {
        ctx.log.error({ err, order: order.number }, 'a provider could not be asked about an order')
        throw conflict(`${providerNames[order.provider]}现在没有应答，请稍后再查询`)
      })
    const { state } = await readOrder(ctx, id)
    return { id, state, stateName: orderStateNames[state] }
  },
}
