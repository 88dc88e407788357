import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { attachFiles } from './attachments.ts'
import { defineFileReader } from './readers.ts'
import { file } from './tables.ts'

const columns: PgColumn[] = []

/** Says where records of a module name slips of payments, invoices and receipts. */
export const definePaymentPapers = (...more: PgColumn[]): void => void columns.push(...more)

/** Condition on a row of `file`: it is a payment document. */
export const isPaymentPaper = (): SQL =>
  or(...columns.map(column => sql`exists (select 1 from ${column.table} where ${column} = ${file.id})`)) ?? sql`false`

/** Lets staff who see money read payment documents, but no other files of members. */
defineFileReader(async ({ db, actor }, fileId) => {
  if (actor.kind !== 'staff' || !actor.permissions.includes('staff:financeReading')) return false
  const found = await db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.id, fileId), eq(file.isConfined, false), isPaymentPaper()))
  return found.length > 0
})

/**
 * Keeps a paper that somebody has uploaded: it belongs to no account from now on, so that it stays. What the program has
 * fetched by itself belongs to none already. Answers its type.
 */
export async function keepPaper(ctx: Ctx, id: number): Promise<string> {
  if (ctx.actor.kind === 'anonymous') return typeOfOwn(ctx, id)
  await attachFiles(ctx, [id])
  const [kept] = await ctx.db.update(file).set({ ownerId: null }).where(eq(file.id, id)).returning()
  return kept!.type
}

async function typeOfOwn({ db }: Ctx, id: number): Promise<string> {
  const isOwn = and(isNull(file.ownerId), isNull(file.ticketHash), isNotNull(file.attachedAt))
  const [own] = await db
    .select({ type: file.type })
    .from(file)
    .where(and(eq(file.id, id), isOwn))
  if (!own) throw new Error(`file ${id} is none that the program keeps`)
  return own.type
}

/** The same of an invoice, which is as the tax platform gives it out. */
export async function keepInvoicePaper(ctx: Ctx, fileId: number): Promise<void> {
  const type = await keepPaper(ctx, fileId)
  if (!/^application\/(pdf|ofd)$/.test(type))
    throw invalid('发票文件应为 PDF 或 OFD', { fileId: '发票文件应为 PDF 或 OFD' })
}
