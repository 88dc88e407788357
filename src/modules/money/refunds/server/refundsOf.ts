import { desc } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refundStateNames } from '#modules/ledger/refundWords.ts'
import { type ReceivableRef, refundsOfReceivable } from '#modules/ledger/server/refunds.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { stateOf } from './refundState.ts'

/** Amount neither refunded nor requested as a refund. */
export const refundableOf = ({ received, refunded, refunding }: OwedRecord) =>
  Math.max(0, sumAmounts([Number(received), -Number(refunded), -Number(refunding)]))

/** Refunds of one payment, newest first. */
export async function refundsOf(ctx: Pick<Ctx, 'db' | 'now'>, which: ReceivableRef) {
  const rows = await ctx.db.select().from(refund).where(refundsOfReceivable(which)).orderBy(desc(refund.id))
  return rows.map(one => {
    const { id, amount, reason, requestedAt, askedAt, paidOn } = one
    const state = stateOf(ctx, one)
    return {
      id,
      amount,
      reason,
      state,
      stateName: refundStateNames[state],
      askedTime: iso(requestedAt ?? askedAt),
      paidOn,
    }
  })
}
