import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { records } from '#modules/money/receivables/server/records.ts'
import { type RefundState, refundStateNames } from '#modules/money/refunds/refundWords.ts'
import { stateAt } from '#modules/money/refunds/server/refundState.ts'
import { isOf } from '#modules/money/server/payers.ts'
import { receipt, refund } from '#modules/money/server/tables.ts'

type Kept = { payee: string; bank: string; sealed: string | null; state: RefundState }

/** Where money went back to, opened for whose it is. */
export async function refundsOf(ctx: Ctx, own: Account) {
  const { rows } = await ctx.db.execute<
    Kept & { subject: string; amount: string; reason: string; paidOn: string | null }
  >(sql`
    select r.about as subject, ${refund.amount} as amount, ${refund.reason} as reason, ${refund.payee} as payee,
      ${refund.bank} as bank, ${refund.accountSealed} as sealed, ${stateAt(ctx)} as state, ${refund.paidOn}::text as "paidOn"
    from ${refund} join ${records} on r.kind = ${refund.payable} and r.payable_id = ${refund.payableId}
    where ${isOf(own)} order by ${refund.id}`)
  return rows.map(({ sealed, payee, bank, amount, state, ...one }) => ({
    ...one,
    amount: Number(amount),
    to: [payee, bank, sealed ? ctx.encryption.decrypt(sealed) : ''].filter(Boolean).join(' '),
    state: refundStateNames[state],
  }))
}

export async function receiptsOf({ db }: Ctx, own: Account) {
  const { rows } = await db.execute<{ number: string; subject: string; amount: string; day: string }>(sql`
    select ${receipt.number} as number, ${receipt.about} as subject, ${receipt.amount} as amount,
      ${receipt.issuedOn}::text as "day"
    from ${receipt} join ${records} on r.kind = ${receipt.payable} and r.payable_id = ${receipt.payableId}
    where ${isOf(own)} order by ${receipt.id}`)
  return rows.map(({ amount, ...one }) => ({ ...one, amount: Number(amount) }))
}
