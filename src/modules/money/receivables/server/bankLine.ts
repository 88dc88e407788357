import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { bankLine, bankStatement } from '#modules/membership/server/tables.ts'
import type { OwedRecord } from './records.ts'

/** The payment of the bank's statement that was accepted for it. */
export async function lineOf({ db }: Pick<Ctx, 'db'>, { kind, payableId }: Pick<OwedRecord, 'kind' | 'payableId'>) {
  const [line] = await db
    .select({
      statementId: bankLine.statementId,
      bank: bankStatement.bank,
      paidOn: bankLine.paidOn,
      payer: bankLine.payer,
      accountSealed: bankLine.accountSealed,
      accountMasked: bankLine.accountMasked,
    })
    .from(bankLine)
    .innerJoin(bankStatement, eq(bankStatement.id, bankLine.statementId))
    .where(
      and(
        eq(bankLine.state, 'accepted'),
        eq(bankLine.payable, kind),
        sql`coalesce(${bankLine.feeId}, ${bankLine.payableId}) = ${payableId}`,
      ),
    )
  return line ?? null
}
