import type { Ctx } from '#lib/server/api/context.ts'

type Which = { kind: string; payableId: number }
type Sent = Which & { id: number; amount: number; reason: string }

/** How money goes back whence it came, where nobody has to transfer it. */
type RefundWay = {
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
