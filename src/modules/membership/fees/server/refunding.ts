import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'

type PayableRef = { kind: string; payableId: number }
type Refunding = {
  /** Locked till the transaction ends, before the record itself: how much of it was given back. Refused while more is asked for. */
  givenBack: (ctx: Ctx, which: PayableRef) => Promise<number>
}

const refunds = hook<Refunding>('refunds of all kinds')

/** The module that keeps the refunds of all kinds says how. */
export const defineRefunding = refunds.define
export const refunding = refunds.get
