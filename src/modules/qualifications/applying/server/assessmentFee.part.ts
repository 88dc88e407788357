import { formatYuan } from '#lib/money.ts'
import { defineApplicationFee } from '#modules/ledger/receivables/server/applicationFees.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { ASSESSMENT_FEE } from '#modules/qualifications/applicationTypes.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'

const invoiceIssued = defineTemplate({
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

defineApplicationFee({
  kind: ASSESSMENT_FEE,
  order: 40,
  name: '评审费',
  words: ['评审', '评价费'],
  ending: 2,
  subject: '4301 提供服务收入',
  payPages: { member: id => `/admin/user/qualification/${id}` },
  async sendInvoice(ctx, fee, { fileId }) {
    const { title, organisationId, accountId } = await submittedApplication(ctx, fee.payableId)
    const text = await renderTemplate(ctx, invoiceIssued.code, {
      申请: title,
      编号: fee.number,
      发票抬头: fee.invoiceTitle,
      发票号码: fee.invoiceNumber,
      金额: `${formatYuan(fee.amount)} 元`,
    })
    const about = { objectType: 'application', objectId: fee.payableId, fileIds: [fileId] }
    const what = { ...text, ...about, kind: 'qualification' as const, route: '/admin/user/invoices' }
    if (organisationId !== null) await notify(ctx, { ...what, organisationId })
    else if (accountId !== null) await notify(ctx, { ...what, accountId })
    return 'message'
  },
})
