import { yuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { aboutRegistration, textRegistrant } from '#modules/training/enrolling/server/registrant.ts'
import { VISITORS_PAGE } from '#modules/training/enrolling/server/visitorsTickets.ts'
import type { ReadInvoice } from './invoiceQueries.ts'

const about = {
  培训班: '检验人员取证班',
  编号: 'PX2026-000123',
  发票抬头: '示例机电有限公司',
  网址: 'https://example.com/admin/publicity/training/registration',
}
const shared = { group: '培训' }

export const invoiceIssued = defineTemplate({
  ...shared,
  code: 'invoice.issued',
  name: '培训发票已开具',
  title: '“{培训班}”的发票已开具',
  content: '报名 {编号} 的发票（号码 {发票号码}，抬头 {发票抬头}，金额 {金额}）已开具，随本消息附上，请下载保存。',
  sms: '您的报名 {编号} 的发票已开具，请凭报名编号和查询码下载：{网址}',
  placeholders: { ...about, 发票号码: '26112000000012345678', 金额: '2,400 元' },
})
export const invoiceRefused = defineTemplate({
  ...shared,
  code: 'invoice.refused',
  name: '培训发票信息退回',
  title: '“{培训班}”的发票信息需要更正',
  content: '报名 {编号} 的发票（抬头 {发票抬头}）未能开具：{原因}\n请更正发票信息后重新提出。',
  sms: '您的报名 {编号} 的发票未能开具：{原因}\n请凭报名编号和查询码更正发票信息：{网址}',
  placeholders: { ...about, 原因: '税号与抬头不符' },
})

/** Tells who signed up: in the member centre, with the file; a visitor, who has none, by SMS. */
export async function notifyPayer(
  ctx: Ctx,
  { of, courseTitle, accountId }: ReadInvoice,
  { code }: { code: string },
  fileId?: number,
): Promise<'message' | 'sms' | 'nobody'> {
  const said = await renderTemplate(ctx, code, {
    培训班: courseTitle,
    编号: of.number ?? '',
    发票抬头: of.invoice!.title,
    金额: `${yuan(of.totalFee)} 元`,
    发票号码: of.invoiceNumber,
    原因: of.invoiceReason,
    网址: ctx.config.publicUrl + VISITORS_PAGE,
  })
  const fileIds = fileId === undefined ? [] : [fileId]
  const what = { ...said, ...aboutRegistration(of), sms: undefined, fileIds }
  if (accountId !== null) await notify(ctx, { ...what, accountId })
  else if (of.organisationId !== null) await notify(ctx, { ...what, organisationId: of.organisationId })
  if (accountId !== null || of.organisationId !== null) return 'message'
  // Whoever has no query code cannot come back to the page of which the text speaks.
  return of.queryCodeHash && (await textRegistrant(ctx, of, said)) ? 'sms' : 'nobody'
}
