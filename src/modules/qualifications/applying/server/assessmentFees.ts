import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import {
  claimedPayment,
  payingWords,
  showFee as showApplicationFee,
} from '#modules/ledger/receivables/server/applicationFees.ts'
import { cancel, confirm, raise, readReceivable } from '#modules/ledger/receivables/server/receivables.ts'
import { type ApplicationType, ASSESSMENT_FEE } from '#modules/qualifications/applicationTypes.ts'
import { feeOf } from '#modules/qualifications/catalogue/server/assessmentFee.ts'
import { organisationOf } from '#modules/qualifications/server/applicant.ts'
import type { Application, Effect, Entered, Payment } from '#modules/review/server/applicationKinds.ts'
import { type Case, levelOf, readCase } from './cases.ts'

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
