import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { receivableIdOf, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { releaseShares } from './allocating.ts'
import { allocatedTo, readOneOwed } from './owed.ts'

/**
 * Makes a credit of what was paid in part for an application that ends without its fee, or is handed in anew with perhaps
 * another one. Answers the sentence that tells the applicant. A settled fee is left alone: it is given back by a refund.
 */
export async function releaseUnsettled(ctx: Ctx, kind: string, payableId: number): Promise<string> {
  const receivableId = receivableIdOf(kind, payableId)
  const received = await allocatedTo(ctx, receivableId)
  if (received === 0) return ''
  const { amount } = await readOneOwed(ctx, receivableKind(kind)!, payableId)
  if (received >= amount) return ''
  const released = await releaseShares(ctx, receivableId, '申请已终止或更改')
  return `已收到的 ${formatYuan(released)} 元转为余款，可用于其他款项或退还，请与协会财务联系。`
}
