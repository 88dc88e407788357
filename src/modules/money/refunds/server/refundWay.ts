import type { Ctx } from '#lib/server/api/context.ts'

type Which = { kind: string; payableId: number }
type Sent = Which & { id: number; amount: number; reason: string }

/** What was paid at once, perhaps with other things; `route`: where staff look at it. */
type PaidBy = { number: string; providerName: string; route: string }

/** How money goes back whence it came, where nobody has to transfer it. */
type RefundWay = {
  /** The order by which this was paid; undefined: it was paid otherwise. */
  paidBy: (ctx: Pick<Ctx, 'db'>, which: Which) => Promise<PaidBy | undefined>
  /** What the way is called by which this was paid; undefined: it was paid otherwise. */
  nameOf: (ctx: Ctx, which: Which) => Promise<string | undefined>
  /** Both persons have agreed: it goes, when the transaction has ended. */
  send: (ctx: Ctx, refund: Sent) => Promise<void>
  /** How a refund stands that was sent; undefined: it was not. `isOver`: it did not go, and will not by itself. */
  standingOf: (ctx: Pick<Ctx, 'db'>, id: number) => Promise<{ text: string; isOver: boolean } | undefined>
}

let known: RefundWay | undefined

/** The module that pays back says how. */
export const defineRefundWay = (way: RefundWay) => {
  known = way
}
export const refundWay = (): RefundWay | undefined => known
