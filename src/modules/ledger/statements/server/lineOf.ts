import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { isInForce } from '#modules/ledger/allocating/server/allocating.ts'
import { allocation, bankLine, bankStatement } from '#modules/ledger/server/tables.ts'

/** The line of a bank statement by which a receivable was paid; of several the last. */
export async function lineOf({ db }: Pick<Ctx, 'db'>, receivableId: number) {
  const [line] = await db
    .select({
      id: bankLine.id,
      statementId: bankLine.statementId,
      bank: bankStatement.bank,
      paidOn: bankLine.paidOn,
      payer: bankLine.payer,
      accountSealed: bankLine.accountSealed,
      accountMasked: bankLine.accountMasked,
    })
    .from(bankLine)
    .innerJoin(bankStatement, eq(bankStatement.id, bankLine.statementId))
    .innerJoin(allocation, eq(allocation.paymentId, bankLine.paymentId))
    .where(and(eq(allocation.receivableId, receivableId), isInForce))
    .orderBy(desc(allocation.id))
    .limit(1)
  return line ?? null
}
