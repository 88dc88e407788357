import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'

type PayableRef = { kind: string; payableId: number }
type SentRefund = PayableRef & { id: number; amount: number; reason: string }

/** Order that may cover several payables; `route`: its staff page. */
type PaidBy = { number: string; providerName: string; route: string }

/** Refunds through the payment provider, without a bank transfer. */
type RefundWay = {
  /** The order by which this was paid; undefined: it was paid otherwise. */
  paidBy: (ctx: Pick<Ctx, 'db'>, which: PayableRef) => Promise<PaidBy | undefined>
  /** Name of the provider that took the payment; undefined: paid otherwise. */
  nameOf: (ctx: Ctx, which: PayableRef) => Promise<string | undefined>
  /** Sends an approved refund after the transaction has committed. */
  send: (ctx: Ctx, refund: SentRefund) => Promise<void>
  /**
   * Status of a refund that was sent; undefined: it was not sent. `isOver`: it failed and will not be retried
   * automatically.
   */
  standingOf: (ctx: Pick<Ctx, 'db'>, id: number) => Promise<{ text: string; isOver: boolean } | undefined>
}

const way = hook<RefundWay>('refunds through the payment provider')

/** The module that pays back says how. */
export const defineRefundWay = way.define
export const refundWay = way.find
