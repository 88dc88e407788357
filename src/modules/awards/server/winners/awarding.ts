import type { Ctx } from '#lib/server/context.ts'
import type { Effect, Entered } from '#modules/review/server/kinds.ts'

/** The notice has run its time: what the committee awarded is entered, certified and told; in the transaction that ends it. */
export async function award(_ctx: Ctx, _entered: Entered): Promise<Effect | undefined> {
  return undefined
}
