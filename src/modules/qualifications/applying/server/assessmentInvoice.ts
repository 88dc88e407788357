import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { yuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { keepPaper } from '#modules/files/server/paymentPapers.ts'
import type { IssuedInvoice } from '#modules/membership/fees/server/payables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { application } from '#modules/review/server/tables.ts'
import { assessmentFee } from './tables.ts'

const issued = defineTemplate({
  code: 'assessment.invoice',
  group: '单位资质',
  name: '评审费发票已开具',
  title: '“{申请}”的评审费发票已开具',
  content: '申请 {编号} 的发票（号码 {发票号码}，抬头 {发票抬头}，金额 {金额}）已开具，随本消息附上，请下载保存。',
  sms: '',
  placeholders: {
    申请: '示例机电有限公司 设备维修',
    编号: 'ZZ2026-000123',
    发票抬头: '示例机电有限公司',
    发票号码: '26112000000012345678',
    金额: '8,000 元',
  },
})

/** The file comes as a message; it belongs to no account, so that it stays. */
export const issueAssessmentInvoice = (ctx: Ctx, id: number, { number, issuedOn, fileId }: IssuedInvoice) =>
  ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    const [before] = await db.select().from(assessmentFee).where(eq(assessmentFee.applicationId, id)).for('update')
    const [of] = await db.select().from(application).where(eq(application.id, id))
    if (!before || !of) throw notFound('这笔评审费不存在')
    if (before.state !== 'confirmed') throw conflict('评审费到账后才能开具发票')
    if (before.invoiceNumber) throw conflict(`这笔评审费已开具发票 ${before.invoiceNumber}`)
    if (issuedOn > dayOf(ctx.now)) throw invalid('开票日期不能晚于今天', { issuedOn: '开票日期不能晚于今天' })
    await keepPaper(tx, fileId)
    const set = { invoiceNumber: number, invoiceIssuedOn: issuedOn, invoiceFileId: fileId }
    await db.update(assessmentFee).set(set).where(eq(assessmentFee.applicationId, id))
    await recordChange(tx, {
      action: 'assessment.invoice',
      objectType: 'application',
      objectId: id,
      objectName: of.title,
      before: { invoiceNumber: before.invoiceNumber },
      after: { invoiceNumber: number, invoiceIssuedOn: issuedOn },
    })
    const text = await renderTemplate(tx, issued.code, {
      申请: of.title,
      编号: of.number ?? '',
      发票抬头: before.invoiceTitle,
      发票号码: number,
      金额: `${yuan(before.amount)} 元`,
    })
    const what = {
      ...text,
      kind: 'qualification' as const,
      objectType: 'application',
      objectId: id,
      fileIds: [fileId],
      route: '/admin/user/invoices',
    }
    if (of.organisationId !== null) await notify(tx, { ...what, organisationId: of.organisationId })
    else if (of.accountId !== null) await notify(tx, { ...what, accountId: of.accountId })
  })
