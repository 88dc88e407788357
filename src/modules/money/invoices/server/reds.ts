import { and, eq, sql } from 'drizzle-orm'
import { sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { definePaymentPapers } from '#modules/files/server/paymentPapers.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { eInvoice, redInvoice } from '../../server/tables.ts'

definePaymentPapers(redInvoice.fileId, redInvoice.blueFileId)

type Which = Pick<OwedRecord, 'kind' | 'payableId'>

const readReds = ({ db }: Pick<Ctx, 'db'>, { kind, payableId }: Which) =>
  db
    .select()
    .from(redInvoice)
    .where(and(eq(redInvoice.payable, kind), eq(redInvoice.payableId, payableId)))
    .orderBy(redInvoice.id)

/** Amount of the record's current invoice not yet reversed by red ones. */
export async function redableOf({ db }: Pick<Ctx, 'db'>, of: OwedRecord): Promise<number> {
  if (!of.invoiceNumber) return 0
  const rows = await db
    .select({ amount: redInvoice.amount })
    .from(redInvoice)
    .where(
      and(
        eq(redInvoice.payable, of.kind),
        eq(redInvoice.payableId, of.payableId),
        sql`${redInvoice.blueNumber} = ${of.invoiceNumber}`,
      ),
    )
  return sumAmounts([await blueAmountOf({ db }, of), ...rows.map(({ amount }) => -amount)])
}

/** Amount of the record's current invoice: as requested from the provider, otherwise the whole amount. */
export async function blueAmountOf({ db }: Pick<Ctx, 'db'>, { invoiceNumber, amount }: OwedRecord): Promise<number> {
  const [issued] = await db
    .select({ amount: eInvoice.amount })
    .from(eInvoice)
    .where(and(eq(eInvoice.number, invoiceNumber), eq(eInvoice.colour, 'blue')))
  return issued?.amount ?? Number(amount)
}

/** Returns which of these numbers belong to a red invoice or to a blue one that it reversed. */
export async function redNumbers({ db }: Pick<Ctx, 'db'>, numbers: readonly string[]): Promise<string[]> {
  const wanted = sql`any(${sql.param(numbers)}::text[])`
  const rows = await db
    .select({ red: redInvoice.number, blue: redInvoice.blueNumber })
    .from(redInvoice)
    .where(sql`${redInvoice.number} = ${wanted} or ${redInvoice.blueNumber} = ${wanted}`)
  return rows.flatMap(({ red, blue }) => [red, blue]).filter(number => numbers.includes(number))
}

/** Red invoices of one payment, each with the invoice it reverses. */
export async function redsOf(ctx: Ctx, which: Which) {
  const rows = await readReds(ctx, which)
  const files = await fileInfos(
    ctx,
    rows.flatMap(({ fileId, blueFileId }) => [fileId, ...(blueFileId ? [blueFileId] : [])]),
  )
  return rows.map(({ id, number, amount, reason, issuedOn, blueNumber, blueIssuedOn, ...of }) => ({
    id,
    number,
    amount: -amount,
    reason,
    issuedOn,
    file: files.get(of.fileId) ?? null,
    blueNumber,
    blueAmount: of.blueAmount,
    blueIssuedOn,
    blueFile: files.get(of.blueFileId ?? 0) ?? null,
  }))
}
