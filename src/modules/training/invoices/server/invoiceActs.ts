import { and, eq, ne, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { keepInvoicePaper } from '#modules/files/server/paymentPapers.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { aboutRegistration, textRegistrant } from '#modules/training/enrolling/server/registrant.ts'
import { VISITORS_PAGE } from '#modules/training/enrolling/server/visitorsTickets.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { invoiceStateNames } from '#modules/training/invoiceWords.ts'
import { namedRegistration } from '#modules/training/registrations/server/registrationPeople.ts'
import { writeRegistration } from '#modules/training/registrations/server/registrationWriting.ts'
import { registration } from '#modules/training/server/tables.ts'
import type { staffInvoiceContract } from '../contract.ts'
import { isPaid, type ReadInvoice, readInvoices, stateOf } from './invoiceQueries.ts'

const about = {
  培训班: '检验人员取证班',
  编号: 'PX2026-000123',
  发票抬头: '示例机电有限公司',
  网址: 'https://example.com/admin/publicity/training/registration',
}
const shared = { group: '培训', addresses: { 网址: VISITORS_PAGE } }

const invoiceIssued = defineTemplate({
  ...shared,
  code: 'invoice.issued',
  name: '培训发票已开具',
  title: '“{培训班}”的发票已开具',
  content: '报名 {编号} 的发票（号码 {发票号码}，抬头 {发票抬头}，金额 {金额}）已开具，随本消息附上，请下载保存。',
  sms: '您的报名 {编号} 的发票已开具，请凭报名编号和查询码下载：{网址}',
  placeholders: { ...about, 发票号码: '26112000000012345678', 金额: '2,400 元' },
})
const invoiceRefused = defineTemplate({
  ...shared,
  code: 'invoice.refused',
  name: '培训发票信息退回',
  title: '“{培训班}”的发票信息需要更正',
  content: '报名 {编号} 的发票（抬头 {发票抬头}）未能开具：{原因}\n请更正发票信息后重新提出。',
  sms: '您的报名 {编号} 的发票未能开具，原因：{原因}。请凭报名编号和查询码更正发票信息：{网址}',
  placeholders: { ...about, 原因: '税号与抬头不符' },
})

/** Tells who signed up: in the member centre, with the file; a visitor, who has none, by SMS. */
async function notifyPayer(
  ctx: Ctx,
  { of, courseTitle, accountId }: ReadInvoice,
  { code }: { code: string },
  fileId?: number,
): Promise<'message' | 'sms' | 'nobody'> {
  const said = await renderTemplate(ctx, code, {
    培训班: courseTitle,
    编号: of.number ?? '',
    发票抬头: of.invoice!.title,
    金额: `${formatYuan(of.totalFee)} 元`,
    发票号码: of.invoiceNumber,
    原因: of.invoiceReason,
  })
  const fileIds = fileId === undefined ? [] : [fileId]
  const what = { ...said, ...aboutRegistration(of), sms: undefined, fileIds }
  if (accountId !== null) await notify(ctx, { ...what, accountId })
  else if (of.organisationId !== null) await notify(ctx, { ...what, organisationId: of.organisationId })
  if (accountId !== null || of.organisationId !== null) return 'message'
  // Without a query code the registrant cannot open the page named in the SMS.
  return of.queryCodeHash && (await textRegistrant(ctx, of, said)) ? 'sms' : 'nobody'
}

type Endpoints = typeof staffInvoiceContract
type Changed = Output<Endpoints['POST /staff/training/invoice/issue']>

/** The row, locked till the transaction ends, as whoever acts on it has read it. */
async function lockInvoice(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<Registration> {
  const [of] = await ctx.db.select().from(registration).where(eq(registration.id, id)).for('update')
  if (!of?.invoice || of.invoiceState === 'none') throw notFound('这份报名没有申请发票')
  if (of.version !== version)
    throw conflict(await conflictMessage(ctx, { objectType: 'registration', objectId: of.id }))
  if (!isPaid(of)) throw conflict(`报名${enrolmentStatusNames[of.status]}，培训费到账后才能办理发票`)
  return of
}

type Act = { action: string; detail?: Record<string, unknown>; template: { code: string }; fileId?: number }

/** Writes the row and the line of the audit log, and tells whoever paid. */
async function change(
  ctx: Ctx,
  before: Registration,
  set: Partial<Registration>,
  { template, fileId, ...act }: Act,
): Promise<Changed> {
  const after = await writeRegistration(ctx, before, set)
  const words = (of: Registration) => ({
    invoiceState: invoiceStateNames[of.invoiceState],
    invoiceNumber: of.invoiceNumber,
    invoiceIssuedOn: of.invoiceIssuedOn,
  })
  await recordChange(ctx, { ...act, ...namedRegistration(before), before: words(before), after: words(after) })
  const [row] = await readInvoices(ctx, eq(registration.id, before.id))
  const told = await notifyPayer(ctx, row!, template, fileId)
  const { id, invoiceState, version } = after
  return { id, state: stateOf(after), stateName: invoiceStateNames[invoiceState], version, told }
}

/** Records an invoice and sends it. Its file belongs to no account, so that it stays when the account is closed. */
export const issueTrainingInvoice = (
  ctx: Ctx,
  { number, issuedOn, fileId, ...asked }: Parsed<Endpoints['POST /staff/training/invoice/issue']>,
): Promise<Output<Endpoints['POST /staff/training/invoice/issue']>> =>
  inTransaction(ctx, async tx => {
    const of = await lockInvoice(tx, asked)
    if (of.invoiceState === 'refused') throw conflict('发票信息已退回，报名人更正后才能开具')
    if (issuedOn > dayOf(ctx.now)) throw invalid('开票日期不能晚于今天', { issuedOn: '开票日期不能晚于今天' })
    await refuseOtherTitle(tx, of, number)
    await keepInvoicePaper(tx, fileId)
    const set = { invoiceState: 'issued' as const, invoiceNumber: number, invoiceIssuedOn: issuedOn }
    return change(
      tx,
      of,
      { ...set, invoiceFileId: fileId, invoiceReason: '' },
      { action: 'invoice.issue', template: invoiceIssued, fileId },
    )
  })

export const invoiceActsHandlers = {
  'POST /staff/training/invoice/issue': issueTrainingInvoice,
  'POST /staff/training/invoice/refuse': (ctx, { reason, ...asked }) =>
    inTransaction(ctx, async tx => {
      const of = await lockInvoice(tx, asked)
      if (of.invoiceState !== 'requested') throw conflict(`发票${invoiceStateNames[of.invoiceState]}，不能退回`)
      const set = { invoiceState: 'refused' as const, invoiceReason: reason }
      return change(tx, of, set, { action: 'invoice.refuse', detail: { reason }, template: invoiceRefused })
    }),
  /** Reading a full account number is recorded in the audit log. */
  'POST /staff/training/invoice/account': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const [of] = await tx.db.select().from(registration).where(eq(registration.id, id))
      if (!of?.invoice?.bankAccountSealed) throw notFound('这份发票申请没有银行账号')
      await record(tx, { ...namedRegistration(of), action: 'invoice.reveal' })
      return { account: ctx.encryption.decrypt(of.invoice.bankAccountSealed) }
    }),
} satisfies Partial<Handlers<Endpoints>>

/**
 * One invoice may cover several registrations of one payer; a number that another payer's invoice has is a typing
 * error.
 */
async function refuseOtherTitle({ db }: Ctx, of: Registration, number: string) {
  const [other] = await db
    .select({ number: registration.number, title: sql<string>`${registration.invoice} ->> 'title'` })
    .from(registration)
    .where(
      and(
        eq(registration.invoiceNumber, number),
        ne(registration.id, of.id),
        sql`${registration.invoice} ->> 'title' <> ${of.invoice!.title}`,
      ),
    )
    .limit(1)
  if (!other) return
  const problem = `这一号码已用于报名 ${other.number} 的发票（抬头 ${other.title}），请核对`
  throw invalid(problem, { number: problem })
}
