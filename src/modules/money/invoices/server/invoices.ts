import { and, eq, sql } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { type OwedRecord, readRecord, readRecords } from '../../receivables/server/records.ts'
import { eInvoice } from '../../server/tables.ts'
import type { invoiceContract } from '../contract.ts'
import { lockInvoice } from './redInvoices.ts'
import { redNumbers } from './reds.ts'

/** Why no invoice can be recorded by hand now; undefined: one can, or another instead of the one that is there. */
export async function invoiceHindrance(ctx: Pick<Ctx, 'db'>, of: OwedRecord): Promise<string | undefined> {
  const kind = receivableKind(of.kind)
  if (kind?.isWithoutPaper) return '这种款项不开票'
  if (kind?.isDues) return '会费开具的是票据，请在“会费”中登记'
  if (of.state !== 'paid' && of.state !== 'refunded') return '款项到账后才能登记发票'
  if (!of.invoiceNumber) return of.canInvoice ? undefined : '缴费人没有申请发票，或正由开票平台开具'
  const isOfProvider = and(eq(eInvoice.number, of.invoiceNumber), eq(eInvoice.colour, 'blue'))
  const [issued] = await ctx.db.select({ id: eInvoice.id }).from(eInvoice).where(isOfProvider)
  if (issued) return '这张发票由开票平台开具，更正请先冲红'
  return (await redNumbers(ctx, [of.invoiceNumber])).length > 0 ? '这张发票已有红字发票，更正请先全部冲红' : undefined
}

export const invoicesHandlers = {
  'POST /staff/invoice/record': (ctx, { id, replaces, number, issuedOn, fileId }) =>
    inTransaction(ctx, async tx => {
      await lockInvoice(tx, id, number)
      const of = await readRecord(tx, id)
      const hindrance = await invoiceHindrance(tx, of)
      if (hindrance) throw conflict(hindrance)
      if (of.invoiceNumber !== replaces)
        throw conflict(`这笔款项刚由其他人登记了发票 ${of.invoiceNumber || '（已清除）'}，请刷新后核对`)
      await refuseNumberOfOther(tx, of, number)
      await receivableKind(of.kind)!.issueInvoice(tx, of.payableId, { number, issuedOn, fileId })
      return { id }
    }),
} satisfies Partial<Handlers<typeof invoiceContract>>

/** One invoice may cover several payments of one title; a number that another title has is a typing error. */
async function refuseNumberOfOther(ctx: Ctx, of: OwedRecord, number: string): Promise<void> {
  const [other] = await readRecords(
    ctx,
    sql`r.invoice_number = ${number} and r.id <> ${of.id} and r.invoice_title <> ${of.invoiceTitle} limit 1`,
  )
  const reds = await redNumbers(ctx, [number])
  const problem = other
    ? `这一号码已用于“${other.payer} ${other.about}”的发票（抬头 ${other.invoiceTitle}），请核对`
    : reds.length > 0 && '这一号码是红字发票，或已被冲红'
  if (problem) throw invalid(problem, { number: problem })
}
