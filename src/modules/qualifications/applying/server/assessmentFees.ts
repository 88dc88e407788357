import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import {
  claimedPayment,
  defineApplicationFee,
  payingWords,
  showFee as showApplicationFee,
} from '#modules/ledger/receivables/server/applicationFees.ts'
import { cancel, confirm, raise, readReceivable } from '#modules/ledger/receivables/server/receivables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { type ApplicationType, ASSESSMENT_FEE } from '#modules/qualifications/applicationTypes.ts'
import { feeOf } from '#modules/qualifications/catalogue/server/assessmentFee.ts'
import { organisationOf } from '#modules/qualifications/server/applicant.ts'
import type { Application, Effect, Entered, Payment } from '#modules/review/server/applicationKinds.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import { type Case, levelOf, readCase } from './cases.ts'

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
  },
})

const amountOf = (type: ApplicationType, about: Case, values: FormValues) =>
  feeOf(about.kind, levelOf(about, values)?.code ?? '', type)

/** 评审费, due now; after a slip was returned the same one again. */
export async function oweFee(ctx: Ctx, type: ApplicationType, { application, values }: Entered): Promise<Effect> {
  const { id, title, number, organisationId, accountId, dueOn } = application
  const { name } = await organisationOf(ctx, application)
  const { amount } = await raise(ctx, {
    kind: ASSESSMENT_FEE,
    payableId: id,
    applicationId: id,
    number: number ?? '',
    organisationId,
    accountId,
    // An application is called by its applicant and the certificate: 北京某某公司 设备维修.
    about: `${title.replace(name, '').trim()}评审费`,
    amount: amountOf(type, await readCase(ctx, application), values),
    dueOn,
  })
  return { say: `评审费 ${formatYuan(amount)} 元。${await payingWords(ctx, `${name} ${number}`)}` }
}

/** What was paid in part for an application that ends becomes a credit. */
export const endFee = async (ctx: Ctx, { application }: Entered): Promise<Effect> => ({
  say: await cancel(ctx, ASSESSMENT_FEE, application.id),
})

/** Text for the remark of the bank transfer: payer and application number. */
export const payRemark = async (ctx: Pick<Ctx, 'db'>, of: Application): Promise<string> =>
  `${(await organisationOf(ctx, of)).name} ${of.number}`

export const assessmentFeeOf = (ctx: Pick<Ctx, 'db'>, { id }: Pick<Application, 'id'>) =>
  readReceivable(ctx, ASSESSMENT_FEE, id)

export async function showFee(ctx: Ctx, of: Application) {
  const fee = await assessmentFeeOf(ctx, of)
  if (!fee) return null
  const { name } = await organisationOf(ctx, of)
  return { amount: fee.amount, ...(await showApplicationFee(ctx, fee, { name, number: of.number })) }
}

export const paymentOf = async (ctx: Pick<Ctx, 'db'>, of: Application): Promise<Payment | undefined> =>
  claimedPayment(await assessmentFeeOf(ctx, of), '评审费')

/** The money has come: it is past the cashier. Where nothing was owed there is nothing to confirm. */
export async function confirmFee(ctx: Ctx, { application }: Entered): Promise<undefined> {
  await confirm(ctx, ASSESSMENT_FEE, application.id)
}
