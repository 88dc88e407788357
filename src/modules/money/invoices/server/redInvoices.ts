import { and, eq, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { keepInvoicePaper } from '#modules/files/server/paymentPapers.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { notifyPayer } from '../../receivables/server/payers.ts'
import { type OwedRecord, readRecord, readRecords } from '../../receivables/server/records.ts'
import { eInvoice, redInvoice } from '../../server/tables.ts'
import type { invoiceContract } from '../contract.ts'
import { blueAmountOf, redableOf, redNumbers } from './reds.ts'

const issued = defineTemplate({
  code: 'money.redInvoice',
  group: '账务',
  name: '红字发票已开具',
  title: '红字发票 {号码} 已开具',
  content: '{缴费人}“{款项}”的发票 {蓝字号码} 已冲红 {金额} 元，红字发票号码 {号码}，随本消息附上。原因：{原因}',
  sms: '',
  placeholders: {
    缴费人: '示例机电有限公司',
    款项: '2026 年度会费',
    蓝字号码: '26112000000012345678',
    号码: '26112000000012345679',
    金额: '200',
    原因: '销售退回',
  },
})

type Red = typeof redInvoice.$inferSelect

type Given = Parsed<(typeof invoiceContract)['POST /staff/invoice/red']>

export const redInvoicesHandlers = {
  'POST /staff/invoice/red': (ctx, given) => inTransaction(ctx, tx => recordRedInvoice(tx, given)),
} satisfies Partial<Handlers<typeof invoiceContract>>

/** Serialises recording of invoices, blue and red, per owed record and per number. */
export async function lockInvoice({ db }: Pick<Ctx, 'db'>, id: number, number?: string): Promise<void> {
  for (const held of [`invoice of ${id}`, ...(number === undefined ? [] : [`invoice ${number}`])])
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${held}, 0))`)
}

/**
 * Writes a red one down, in the transaction; `blueNumber`: which it takes back, where that was said; `issuedBy`: who has asked
 * the provider that tells of it. The file comes as a message; it belongs to no account, so that it stays.
 */
export async function recordRedInvoice(
  tx: Ctx,
  { id, number, amount, reason, issuedOn, fileId, ...said }: Given & RedDetails,
) {
  await lockInvoice(tx, id, number)
  const of = await readRecord(tx, id)
  if (!of.invoiceNumber) throw conflict('这笔款项没有已开的发票，没有可以冲红的')
  if (said.blueNumber && said.blueNumber !== of.invoiceNumber) throw conflict('蓝字发票刚有变化，请重新核对')
  const most = await redableOf(tx, of)
  if (amount > most) throw invalid(`最多可冲红 ${formatYuan(most)} 元`, { amount: `最多可冲红 ${formatYuan(most)} 元` })
  if (issuedOn > dayOf(tx.now)) throw invalid('开票日期不能晚于今天', { issuedOn: '不能晚于今天' })
  await refuseKnown(tx, number)
  await keepInvoicePaper(tx, fileId)
  const [red] = await tx.db
    .insert(redInvoice)
    .values({
      payable: of.kind,
      payableId: of.payableId,
      blueNumber: of.invoiceNumber,
      blueAmount: await blueAmountOf(tx, of),
      blueIssuedOn: of.invoicedOn,
      blueFileId: of.invoiceFileId,
      number,
      amount,
      reason,
      issuedOn,
      fileId,
      issuedBy: said.issuedBy ?? signedInActor(tx).accountId,
      issuedAt: tx.now,
    })
    .returning()
  const left = sumAmounts([most, -amount])
  if (left === 0) {
    await receivableKind(of.kind)!.clearInvoice(tx, of.payableId)
    const isBlue = and(eq(eInvoice.number, of.invoiceNumber), eq(eInvoice.colour, 'blue'))
    await tx.db.update(eInvoice).set({ state: 'reversed' }).where(isBlue)
  }
  await record(tx, {
    action: 'invoice.red',
    objectType: 'receivable',
    objectId: id,
    objectName: `${of.payer} ${of.about}`,
    detail: { 红字号码: number, 蓝字号码: of.invoiceNumber, 金额: `-${formatYuan(amount)}`, reason },
  })
  await notifyOfRed(tx, of, red!)
  return { id, left }
}
type RedDetails = { blueNumber?: string; issuedBy?: number }

async function refuseKnown(ctx: Ctx, number: string): Promise<void> {
  const [blue] = await readRecords(ctx, sql`r.invoice_number = ${number} limit 1`)
  const reds = await redNumbers(ctx, [number])
  if (blue || reds.length > 0) throw invalid('这一号码已经登记', { number: '这一号码已经登记' })
}

async function notifyOfRed(ctx: Ctx, of: OwedRecord, red: Red): Promise<void> {
  const texts = await renderTemplate(ctx, issued.code, {
    缴费人: of.payer,
    款项: of.about,
    蓝字号码: red.blueNumber,
    号码: red.number,
    金额: formatYuan(red.amount),
    原因: red.reason,
  })
  const link = { route: '/admin/user/invoices', objectType: 'redInvoice', objectId: red.id }
  await notifyPayer(ctx, of, { ...texts, ...link, kind: 'fee', fileIds: [red.fileId] })
}
