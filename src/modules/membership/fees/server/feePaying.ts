import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { type Fee, selectFees } from '#modules/membership/server/feeRows.ts'
import { ownMember } from '#modules/membership/server/ownMember.ts'
import { memberFee } from '#modules/membership/server/tables.ts'
import type { memberFeesContract } from '../contract.ts'
import { nameOf } from './feeActs.ts'
import { claimFee } from './fees.ts'

type Endpoints = typeof memberFeesContract

export const feePayingHandlers = {
  /** The member has paid the fee of a year, and shows the slip. */
  'POST /member/fee/pay': (ctx, { id, version, receipt }) =>
    inTransaction(ctx, async tx => {
      const fee = await ownFee(tx, id)
      if (fee.state !== 'due' && fee.state !== 'refused')
        throw conflict(`这笔会费${receivableStateNames[fee.state]}，不需要再提交凭证`)
      if (version !== undefined && version !== fee.version) throw conflict('这笔会费刚有变化，请核对金额后再提交')
      const { state, version: now } = (await claimFee(tx, eq(memberFee.id, id), receipt))!
      await record(tx, {
        action: 'fee.claim',
        objectType: 'memberFee',
        objectId: id,
        objectName: await nameOf(tx, fee),
      })
      return { id, state, stateName: receivableStateNames[state], version: now }
    }),
} satisfies Partial<Handlers<Endpoints>>

/** Locked; of somebody else's it says no more than of one that does not exist. */
export async function ownFee(ctx: Ctx, id: number): Promise<Fee> {
  const own = await ownMember(ctx)
  const [fee] = await selectFees(ctx)
    .where(and(eq(memberFee.id, id), eq(memberFee.memberId, own?.member.id ?? 0)))
    .for('update')
  if (!fee) throw notFound('这笔会费不存在')
  return fee
}
