import { conflict, invalid } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { type LockedShare, receive } from './allocating.ts'
import { readOneOwed } from './owed.ts'

/** Largest difference in yuan that one cashier may write off alone. */
export async function writeOffLimit(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return (await readGroup(ctx, 'receiving')).writeOffLimit
}

type Reason = { paidOn: string; reason: string; isAgreed?: boolean }

/**
 * 差额核销: what is still open of these receivables is borne by the association, so that they are settled. Beyond the
 * limit of the settings only with the consent of a second person.
 */
export async function writeOffRest(
  ctx: Ctx,
  shares: readonly LockedShare[],
  { paidOn, reason, isAgreed }: Reason,
): Promise<void> {
  const limit = await writeOffLimit(ctx)
  let written = 0
  for (const share of shares) {
    const { open, name } = await readOneOwed(ctx, share.kind, share.id)
    if (open === 0) continue
    if (!isAgreed && open > limit)
      throw invalid(`差额 ${formatYuan(open)} 元超过 ${formatYuan(limit)} 元，须在应收款单上提请另一位同事复核后核销`)
    await receive(ctx, { way: 'writeOff', amount: open, paidOn, payer: name, remark: reason }, [
      { ...share, amount: open },
    ])
    written += 1
  }
  if (written === 0) throw conflict('这笔款项没有差额')
}
