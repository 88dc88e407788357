import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { letRead } from './readers.ts'
import { file } from './tables.ts'

const columns: PgColumn[] = []

/** Says where records of a module name slips of payments, invoices and receipts. */
export const definePaymentPapers = (...more: PgColumn[]): void => void columns.push(...more)

/** Of a row of `file`: that it is such a paper. */
export const isPaymentPaper = (): SQL =>
  or(...columns.map(column => sql`exists (select 1 from ${column.table} where ${column} = ${file.id})`)) ?? sql`false`

/** Whose work is with money reads what is about payments, and nothing else of members. */
letRead(async ({ db, actor }, fileId) => {
  if (actor.kind !== 'staff' || !actor.permissions.includes('staff:finance')) return false
  const found = await db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.id, fileId), eq(file.isConfined, false), isPaymentPaper()))
  return found.length > 0
})
