import { randomInt } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { fenOf, formatYuan, yuanOf } from '#lib/money.ts'
import { type Ctx, loginOf, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { CALLBACKS } from '#lib/server/http/callbacks.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { record } from '#modules/audit/server/record.ts'
import { isOfActor } from '#modules/money/receivables/server/payers.ts'
import { kindName } from '#modules/money/receivables/server/receivables.ts'
import { type OwedRecord, readRecordsById } from '#modules/money/receivables/server/records.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { type Provider, providerNames, type Scene } from '../../paymentWords.ts'
import { callbackPath } from '../../providers/server/callbackPaths.ts'
import { driversOf } from '../../providers/server/drivers.ts'
import { payerIdentity } from '../../providers/server/payerIdentity.ts'
import { paymentItem, paymentOrder } from '../../server/tables.ts'
import type { Order } from './booking.ts'
import { closeOrder } from './closing.ts'

const spend = limit('payment/order', { max: 30, per: 600_000, by: 'account' })

const MAX_ORDER_FEN = 2_000_000_000

type OrderRequest = { ids: readonly number[]; provider: Provider; scene: Scene }

/** P, the day, and ten digits that nobody guesses. */
const newNumber = (now: Date) =>
  `P${dayOf(now).replaceAll('-', '')}${randomInt(0, 100_000).toString().padStart(5, '0')}${randomInt(0, 100_000).toString().padStart(5, '0')}`

/** Makes an order for things that whoever asks owes, and has the provider take it. */
export async function makeOrder(ctx: Ctx, wanted: OrderRequest): Promise<Order> {
  spend(ctx)
  const driver = driversOf(ctx).find(({ provider }) => provider === wanted.provider)
  if (!driver?.scenes.includes(wanted.scene)) throw conflict('这种支付方式现在不能使用，请换一种')
  const openId = wanted.scene === 'inside' ? await payerIdentity(ctx) : undefined
  if (wanted.scene === 'inside' && !openId)
    throw conflict('请在要付款的微信里绑定账号、用“微信登录”登录后再付，或改用扫码支付')
  const order = await insertOrder(ctx, wanted, driver.merchant)
  try {
    const door = await driver.begin({
      number: order.number,
      about: order.about,
      fen: order.fen,
      expiresAt: order.expiresAt,
      scene: order.scene,
      openId,
      notifyUrl: `${ctx.config.publicUrl}${CALLBACKS}${callbackPath(order.provider)}`,
      returnUrl: `${ctx.config.publicUrl}/admin/user/payments/${order.number}`,
    })
    const [begun] = await ctx.db.update(paymentOrder).set({ door }).where(eq(paymentOrder.id, order.id)).returning()
    return begun!
  } catch (err) {
    ctx.log.error({ err, order: order.number }, 'a provider did not take an order')
    await closeOrder(ctx, order.id, 'failed')
    throw conflict(`${providerNames[order.provider]}现在没有受理，没有扣款；请稍后再试，或换一种支付方式`)
  }
}

/** The sum is fixed here. Whoever else wants to pay the same at this moment is refused by the one index of open items. */
const insertOrder = (ctx: Ctx, { ids, provider, scene }: OrderRequest, merchant: string): Promise<Order> =>
  inTransaction(ctx, async tx => {
    const owed = await readOwed(tx, ids)
    const fen = owed.reduce((sum, { open }) => sum + fenOf(Number(open)), 0)
    if (fen > MAX_ORDER_FEN) throw invalid(`一次最多支付 ${formatYuan(yuanOf(MAX_ORDER_FEN))} 元`)
    await refuseWaiting(tx, owed)
    const own = signedInActor(ctx)
    const { association } = await readPublicConfig(ctx)
    const first = owed[0]!
    const about = `${association.name}-${owed.length === 1 ? aboutOf(first) : `${kindName(first.kind)}等 ${owed.length} 笔`}`
    const [order] = await tx.db
      .insert(paymentOrder)
      .values({
        number: newNumber(ctx.now),
        provider,
        scene,
        merchant,
        fen,
        payer: first.payer,
        about,
        accountId: own.accountId,
        madeBy: loginOf(own),
        createdAt: ctx.now,
        expiresAt: new Date(ctx.now.getTime() + ctx.config.payments.lasts),
      })
      .returning()
    const items = owed.map(of => ({
      orderId: order!.id,
      payable: of.kind,
      payableId: of.payableId,
      about: aboutOf(of),
      fen: fenOf(Number(of.open)),
    }))
    const kept = await tx.db.insert(paymentItem).values(items).onConflictDoNothing().returning()
    if (kept.length < items.length) throw conflict('其中有款项刚由另一处开始支付，请刷新后查看')
    await record(tx, {
      action: 'payment.order',
      objectType: 'paymentOrder',
      objectId: order!.id,
      objectName: `${order!.number} ${order!.payer}`,
      detail: { amount: formatYuan(yuanOf(fen)), 款项: items.map(({ about }) => about).join('、') },
    })
    return order!
  })

const aboutOf = ({ about, kind }: OwedRecord) => about || kindName(kind)

/**
 * Reads the payer's receivables. Those of others are reported as not found, so that their existence is not revealed.
 */
async function readOwed(ctx: Ctx, ids: readonly number[]): Promise<OwedRecord[]> {
  const wanted = [...new Set(ids)]
  const mine = await isOfActor(ctx)
  const found = await readRecordsById(ctx, wanted, mine)
  if (found.length < wanted.length) throw notFound('所选的款项不存在')
  const other = found.find(({ state }) => state !== 'due')
  if (other) throw conflict(`“${aboutOf(other)}”不在待缴，不能支付，请刷新后查看`)
  if (new Set(found.map(({ payer }) => payer)).size > 1) throw invalid('一次只能支付同一缴费人的款项')
  return found.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))
}

/** Says which order is open for one of them already. */
async function refuseWaiting({ db }: Ctx, owed: readonly OwedRecord[]): Promise<void> {
  const waiting = await db
    .select({ number: paymentOrder.number, payable: paymentItem.payable, payableId: paymentItem.payableId })
    .from(paymentItem)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentItem.orderId))
    .where(
      and(
        eq(paymentItem.state, 'open'),
        inArray(
          paymentItem.payableId,
          owed.map(({ payableId }) => payableId),
        ),
      ),
    )
  const same = waiting.find(of => owed.some(({ kind, payableId }) => kind === of.payable && payableId === of.payableId))
  if (same) throw conflict(`所选款项已有等待支付的订单 ${same.number}，请先完成或取消它`)
}
