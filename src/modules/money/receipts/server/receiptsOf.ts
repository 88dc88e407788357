import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { receiptStateNames } from '../../receiptWords.ts'
import { receipt } from '../../server/tables.ts'

/** Receipts of one payment, newest first. */
export async function receiptsOf({ db }: Pick<Ctx, 'db'>, { kind, payableId }: { kind: string; payableId: number }) {
  const rows = await db
    .select()
    .from(receipt)
    .where(and(eq(receipt.payable, kind), eq(receipt.payableId, payableId)))
    .orderBy(desc(receipt.id))
  return rows.map(({ id, number, amount, issuedOn, state }) => ({
    id,
    number,
    amount,
    issuedOn,
    state,
    stateName: receiptStateNames[state],
  }))
}
