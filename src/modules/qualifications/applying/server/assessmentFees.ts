import { and, eq } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { receiveSlip } from '#modules/ledger/allocating/server/allocating.ts'
import { releaseUnsettled } from '#modules/ledger/allocating/server/unsettled.ts'
import { type Receipt, readReceipt, titleOfInvoice } from '#modules/ledger/slips/server/slips.ts'
import { receiptFields } from '#modules/ledger/slips/slipFields.ts'
import { type ApplicationType, ASSESSMENT_FEE } from '#modules/qualifications/applicationTypes.ts'
import { feeOf } from '#modules/qualifications/catalogue/server/assessmentFee.ts'
import { organisationOf } from '#modules/qualifications/server/applicant.ts'
import { assessmentFee } from '#modules/qualifications/server/tables.ts'
import type { Application, Effect, Entered, Payment } from '#modules/review/server/applicationKinds.ts'
import { readPayAccount } from '#modules/settings/server/settings.ts'
import { type Case, levelOf, readCase } from './cases.ts'

export type AssessmentFee = typeof assessmentFee.$inferSelect

const amountOf = (type: ApplicationType, about: Case, values: FormValues) =>
  feeOf(about.kind, levelOf(about, values)?.code ?? '', type)

/** 评审费, due now; after a slip was returned the same one again. */
export async function oweFee(ctx: Ctx, type: ApplicationType, { application, values }: Entered): Promise<Effect> {
  const amount = amountOf(type, await readCase(ctx, application), values)
  const [fee] = await ctx.db
    .insert(assessmentFee)
    .values({ applicationId: application.id, amount, createdAt: ctx.now })
    .onConflictDoUpdate({ target: assessmentFee.applicationId, set: { state: 'refused' } })
    .returning()
  const account = await readPayAccount(ctx)
  const where = account
    ? `户名 ${account.name}，开户行 ${account.bank}，账号 ${account.number}`
    : '账号请与协会财务联系'
  return { say: `评审费 ${formatYuan(fee!.amount)} 元。${where}，汇款请备注“${await payRemark(ctx, application)}”。` }
}

/** What was paid in part for an application that ends becomes a credit. */
export const endFee = async (ctx: Ctx, { application }: Entered): Promise<Effect> => ({
  say: (await assessmentFeeOf(ctx, application)) && (await releaseUnsettled(ctx, ASSESSMENT_FEE, application.id)),
})

/** Text for the remark of the bank transfer: payer and application number. */
export const payRemark = async (ctx: Pick<Ctx, 'db'>, of: Application): Promise<string> =>
  `${(await organisationOf(ctx, of)).name} ${of.number}`

export async function assessmentFeeOf({ db }: Pick<Ctx, 'db'>, { id }: Pick<Application, 'id'>) {
  const [fee] = await db.select().from(assessmentFee).where(eq(assessmentFee.applicationId, id))
  return fee
}

export async function showFee(ctx: Ctx, of: Application) {
  const fee = await assessmentFeeOf(ctx, of)
  if (!fee) return null
  const infos = await fileInfos(ctx, fee.slipId ? [fee.slipId] : [])
  const { name } = await organisationOf(ctx, of)
  const remark = `${name} ${of.number}`
  return {
    amount: fee.amount,
    state: fee.state,
    remark,
    account: await readPayAccount(ctx),
    receipt: {
      paidOn: fee.paidOn,
      payer: fee.payer,
      receiptTitle: fee.invoiceTitle || name,
      receiptCreditCode: fee.invoiceCreditCode,
      receiptEmail: fee.invoiceEmail,
      slip: (fee.slipId && infos.get(fee.slipId)) || null,
    },
  }
}

const receiptForm = bindForm(receiptFields, assessmentFee, titleOfInvoice)

export async function claimFee(ctx: Ctx, { id }: Application, receipt: Receipt): Promise<void> {
  const { said, slipId } = await readReceipt(ctx, receipt)
  await ctx.db
    .update(assessmentFee)
    .set({ ...receiptForm.rowOf(said), slipId, state: 'claimed', claimedAt: ctx.now })
    .where(eq(assessmentFee.applicationId, id))
}

/** The same, as the cashier reads it beside the slip. */
export async function paymentOf(ctx: Pick<Ctx, 'db'>, application: Application): Promise<Payment | undefined> {
  const fee = await assessmentFeeOf(ctx, application)
  if (!fee?.paidOn) return
  const facts = [
    { label: '款项', text: '评审费' },
    { label: '汇款日期', text: fee.paidOn },
    { label: '汇款单位', text: fee.payer },
    { label: '发票抬头', text: fee.invoiceTitle },
    { label: '税号', text: fee.invoiceCreditCode },
    { label: '接收邮箱', text: fee.invoiceEmail },
  ]
  return { amount: fee.amount, facts: facts.filter(({ text }) => text), slipId: fee.slipId }
}

/** The money has come: it is past the cashier. Where nothing was owed there is nothing to confirm. */
export async function confirmFee(ctx: Ctx, { application }: Entered): Promise<undefined> {
  const [fee] = await ctx.db
    .update(assessmentFee)
    .set({ state: 'confirmed', confirmedAt: ctx.now, confirmedBy: actingAccount(ctx) })
    .where(and(eq(assessmentFee.applicationId, application.id), eq(assessmentFee.state, 'claimed')))
    .returning()
  if (fee) await receiveSlip(ctx, { ...fee, kind: ASSESSMENT_FEE, id: application.id, fileId: fee.slipId })
}
