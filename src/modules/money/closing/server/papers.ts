import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { ownRecords } from '../../receivables/server/records.ts'
import { receipt } from '../../server/tables.ts'
import type { Papers } from './tables.ts'

/** Counts invoices and receipts dated on that day. */
export async function readPapers({ db }: Pick<Ctx, 'db'>, day: string): Promise<Papers> {
  const { rows } = await db.execute<Papers>(sql`select
    (select count(*)::int from ${ownRecords} where r.invoiced_on = ${day}::date) as invoices,
    (select count(*)::int from ${receipt} where ${receipt.issuedOn} = ${day}::date) as receipts`)
  return rows[0]!
}
