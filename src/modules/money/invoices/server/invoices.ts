import { and, eq, sql } from 'drizzle-orm'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { invoiceStateNames } from '#modules/ledger/ledgerWords.ts'
import { readReceivable, refuseInvoice } from '#modules/ledger/receivables/server/receivables.ts'
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
  'POST /staff/invoice/record': (ctx, { id, title, replaces, number, issuedOn, fileId }) =>
    inTransaction(ctx, async tx => {
      await lockInvoice(tx, id, number)
      const of = await readRecord(tx, id)
      const hindrance = await invoiceHindrance(tx, of)
      if (hindrance) throw conflict(hindrance)
      if (of.invoiceNumber !== replaces)
        throw conflict(`这笔款项刚由其他人登记了发票 ${of.invoiceNumber || '（已清除）'}，请刷新后核对`)
      refuseOtherTitle(of, title)
      await refuseNumberOfOther(tx, of, number)
      const told = await receivableKind(of.kind)!.issueInvoice(tx, of.payableId, { number, issuedOn, fileId })
      return { id, told }
    }),
  'POST /staff/invoice/refuse': (ctx, { id, title, reason }) =>
    inTransaction(ctx, async tx => {
      await lockInvoice(tx, id)
      const of = await readRecord(tx, id)
      const { tellInvoiceRefused } = receivableKind(of.kind)!
      if (!tellInvoiceRefused) throw conflict('这种款项的抬头由缴费人在缴费时填写，没有可以退回的申请，请与缴费人联系')
      if (!of.canInvoice) throw conflict(of.invoiceNumber ? '发票已开具，不能退回' : '没有待开的发票申请，请刷新后核对')
      refuseOtherTitle(of, title)
      await refuseInvoice(tx, id, reason)
      await recordChange(tx, {
        action: 'invoice.refuse',
        ...named(of),
        detail: { reason },
        before: { 开票状态: invoiceStateNames.requested },
        after: { 开票状态: invoiceStateNames.refused },
      })
      return { id, told: await tellInvoiceRefused(tx, of.payableId, reason) }
    }),
  /** Reading a full account number is recorded in the audit log. */
  'POST /staff/invoice/account': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const of = await readRecord(tx, id)
      const sealed = (await readReceivable(tx, of.kind, of.payableId))?.invoiceAccountSealed
      if (!sealed) throw notFound('这笔款项的票据抬头没有银行账号')
      await record(tx, { action: 'invoice.reveal', ...named(of) })
      return { account: ctx.encryption.decrypt(sealed) }
    }),
} satisfies Partial<Handlers<typeof invoiceContract>>

const named = ({ id, payer, about }: OwedRecord) => ({
  objectType: 'receivable',
  objectId: id,
  objectName: `${payer} ${about}`,
})

/** The payer may correct the title while a colleague reads the former one. */
function refuseOtherTitle({ invoiceTitle }: OwedRecord, title: string): void {
  if (invoiceTitle !== title) throw conflict(`缴费人已把抬头改为“${invoiceTitle}”，请刷新后核对`)
}

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
