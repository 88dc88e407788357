import type { Ctx } from '#lib/server/api/context.ts'

type PayableRef = { kind: string; payableId: number }
type Refunding = {
  /** Locked till the transaction ends, before the record itself: how much of it was given back. Refused while more is asked for. */
  givenBack: (ctx: Ctx, which: PayableRef) => Promise<number>
}

let known: Refunding | undefined

/** The module that keeps the refunds of all kinds says how. */
export const defineRefunding = (defined: Refunding) => {
  known = defined
}

export function refunding(): Refunding {
  if (!known) throw new Error('nobody keeps refunds')
  return known
}
