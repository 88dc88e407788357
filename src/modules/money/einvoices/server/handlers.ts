import { eq, sql } from 'drizzle-orm'
import { conflict, notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { record } from '#modules/audit/server/record.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { netOf } from '#modules/money/receivables/server/receivables.ts'
import { paperNames } from '../../eInvoiceWords.ts'
import { notifyPayer } from '../../receivables/server/payers.ts'
import { readRecord, readRecords } from '../../receivables/server/records.ts'
import { eInvoice } from '../../server/tables.ts'
import type { eInvoiceContract } from '../contract.ts'
import { mailFiles } from './delivery.ts'
import { redDueOf, requestBlue, requestRed } from './issueRequests.ts'
import { namedEInvoice, ofPayment } from './providerStatus.ts'
import { eInvoiceRegister, readEntries, toEInvoice } from './register.ts'
import { ruleOf } from './rules.part.ts'

defineSubject('eInvoice', eInvoice)

const again = defineTemplate({
  code: 'money.eInvoiceAgain',
  group: '账务',
  name: '电子票据重发',
  title: '{票种} {号码}',
  content: '{缴费人}“{款项}”的{票种}（号码 {号码}，金额 {金额} 元）再次发给您，随本消息附上，请下载保存。',
  sms: '',
  placeholders: {
    票种: '数电发票',
    缴费人: '示例机电有限公司',
    款项: '设备维修评审费',
    号码: '26112000000012345678',
    金额: '8,000',
  },
})

async function resend(ctx: Ctx, id: number): Promise<string> {
  const [of] = await ctx.db.select().from(eInvoice).where(eq(eInvoice.id, id))
  if (!of) throw notFound('这张票据不存在')
  if (!of.deliveredAt) throw conflict('还没有开具，或文件还没有收到')
  const [paid] = await readRecords(ctx, sql`r.kind = ${of.payable} and r.payable_id = ${of.payableId}`)
  const texts = await renderTemplate(ctx, again.code, {
    票种: paperNames[of.paper],
    缴费人: paid?.payer ?? of.title,
    款项: of.about,
    号码: of.number,
    金额: formatYuan(of.amount),
  })
  const fileIds = [of.pdfId, of.ofdId, of.xmlId].flatMap(file => file ?? [])
  const link = { route: '/admin/user/invoices', objectType: 'eInvoice', objectId: id }
  if (paid) await notifyPayer(ctx, paid, { ...texts, ...link, kind: 'fee', fileIds })
  const isMailed = await mailFiles(ctx, of)
  await record(ctx, { action: 'eInvoice.resend', ...namedEInvoice(of), detail: { 号码: of.number } })
  return isMailed ? `已再发消息，并发到 ${of.email}` : '已再发消息'
}

export const eInvoiceHandlers: Handlers<typeof eInvoiceContract> = {
  'POST /staff/eInvoice/issue': (ctx, { ids }) => bulkApply(ctx, ids, id => requestBlue(ctx, id)),
  'POST /staff/eInvoice/red': async (ctx, { id, ...red }) => ({ message: await requestRed(ctx, id, red) }),
  'POST /staff/eInvoice/resend': (ctx, { id }) => inTransaction(ctx, async tx => ({ message: await resend(tx, id) })),
  'GET /staff/eInvoice/of': async (ctx, { id }) => {
    const of = await readRecord(ctx, id)
    const [rule, list] = await Promise.all([ruleOf(ctx, of.kind), readEntries(ctx, ofPayment(of))])
    return {
      paperName: rule ? paperNames[rule.paper] : '',
      mayIssue: rule !== undefined && of.canInvoice && netOf(of) > 0,
      redDue: await redDueOf(ctx, of),
      list: list.map(toEInvoice),
    }
  },
  'GET /staff/eInvoice/list': (ctx, asked) => eInvoiceRegister.list(ctx, asked),
  'GET /staff/eInvoice/export': (ctx, asked) =>
    exportRegister(ctx, eInvoiceRegister, asked, { action: 'eInvoice.export', objectType: 'eInvoice' }),
}
