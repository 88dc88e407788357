import { and, desc, eq, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { refundStateNames } from '../../refundWords.ts'
import { refund } from '../../server/tables.ts'
import { stateOf } from './refundState.ts'

type PayableRef = { kind: string; payableId: number }

/** Amount neither refunded nor requested as a refund. */
export const refundableOf = ({ received, refunded, refunding }: OwedRecord) =>
  Math.max(0, sumAmounts([Number(received), -Number(refunded), -Number(refunding)]))

/** Serialises refund requests per payment until the transaction ends. */
export const lockRefunds = ({ db }: Pick<Ctx, 'db'>, { kind, payableId }: PayableRef) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refund of ${kind} ${payableId}`}, 0))`)

export const ofPayable = ({ kind, payableId }: PayableRef) =>
  and(eq(refund.payable, kind), eq(refund.payableId, payableId))

/** Refunds of one payment, newest first. */
export async function refundsOf(ctx: Pick<Ctx, 'db' | 'now'>, which: PayableRef) {
  const rows = await ctx.db.select().from(refund).where(ofPayable(which)).orderBy(desc(refund.id))
  return rows.map(one => {
    const { id, amount, reason, askedAt, paidOn } = one
    const state = stateOf(ctx, one)
    return { id, amount, reason, state, stateName: refundStateNames[state], askedTime: iso(askedAt), paidOn }
  })
}
