import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { type FormValues, withoutEmpty } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { formatYuan } from '#lib/money.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { firstFee } from '#modules/membership/joiningRules.ts'
import { readLevel } from '#modules/membership/levels/server/levels.ts'
import { readJoiningRule } from '#modules/membership/server/joiningRules.ts'
import { thisYear } from '#modules/membership/server/numbers.ts'
import { memberFee, receiptTitle } from '#modules/membership/server/tables.ts'
import { keepTitle } from '#modules/membership/titles/server/titles.ts'
import type { Application, Effect, Entered, Payment } from '#modules/review/server/applicationKinds.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { receiptFields, titleFields } from '../receiptForm.ts'

export type Fee = typeof memberFee.$inferSelect

/** The fee of the year, or what of it who joins now pays; after a slip was returned the same one again. */
export async function oweFee(ctx: Ctx, { application, values }: Entered): Promise<Effect> {
  const levelCode = Number(values.levelCode)
  const year = thisYear(ctx)
  const standard = (await readLevel(ctx, levelCode, year))!.fee
  const { firstYear } = await readJoiningRule(ctx, application.organisationId ? 'organisation' : 'person')
  const { amount, months } = firstFee(standard, firstYear, dayOf(ctx.now))
  const lessened = amount < standard && { standard, adjustReason: `年中入会，按 ${months} 个月计` }
  await ctx.db
    .insert(memberFee)
    .values({ applicationId: application.id, year, levelCode, amount, ...lessened, createdAt: ctx.now })
    .onConflictDoUpdate({
      target: [memberFee.applicationId, memberFee.year],
      set: { state: 'refused', version: sql`${memberFee.version} + 1` },
    })
  const account = await readSetting(ctx, 'payAccount')
  const where = account
    ? `户名 ${account.name}，开户行 ${account.bank}，账号 ${account.number}`
    : '账号请与协会财务联系'
  return {
    say: `${year} 年度会费 ${formatYuan(amount)} 元。${where}，汇款请备注“${application.title} ${application.number}”。`,
  }
}

/** The fee that an application waits for, or has paid. */
export async function feeOf({ db }: Pick<Ctx, 'db'>, { id }: Pick<Application, 'id'>): Promise<Fee | undefined> {
  const [fee] = await db
    .select()
    .from(memberFee)
    .where(eq(memberFee.applicationId, id))
    .orderBy(desc(memberFee.year))
    .limit(1)
  return fee
}

/** Payment details as sent by the payer; `slipId`: the transfer slip. */
export type Receipt = Record<string, unknown>

/** The same as it is kept; wrong entries are named as `receipt.…`. */
export async function readReceipt(ctx: Ctx, receipt: Receipt): Promise<{ said: FormValues; slipId: number }> {
  const today = dayOf(ctx.now)
  const { values, errors } = readForm(receiptFields, receipt, { whole: true, today })
  if (typeof values.paidOn === 'string' && values.paidOn > today) errors.paidOn = '汇款日期不能晚于今天'
  const slipId = Number.isInteger(receipt.slipId) ? Number(receipt.slipId) : null
  if (slipId === null) errors.slipId = '请上传汇款凭证'
  const wrong = Object.entries(errors)
  if (slipId === null || wrong.length > 0)
    throw invalid(
      `有 ${wrong.length} 处需要更正`,
      Object.fromEntries(wrong.map(([name, text]) => [`receipt.${name}`, text])),
    )
  await attachFiles(ctx, [slipId])
  const said = withoutEmpty(values)
  const { title = '', email = '', creditCode } = titleForm.rowOf(said)
  await keepTitle(ctx, { title, email, creditCode, isPersonal: !creditCode })
  return { said, slipId }
}

const titleForm = bindForm(titleFields, receiptTitle, {
  receiptTitle: 'title',
  receiptCreditCode: 'creditCode',
  receiptEmail: 'email',
}).besides({
  id: true,
  accountId: true,
  isPersonal: true,
  address: true,
  phone: true,
  bank: true,
  accountSealed: true,
  isDefault: true,
  usedAt: true,
})

const receiptForm = bindForm(receiptFields, memberFee, {})
/** Maps receipt titles to the columns of other fee tables, which store them as invoice titles. */
export const titleOfInvoice = {
  receiptTitle: 'invoiceTitle',
  receiptCreditCode: 'invoiceCreditCode',
  receiptEmail: 'invoiceEmail',
} as const

/** The member fees of which this is said are paid. */
export async function claimFee(ctx: Ctx, which: SQL | undefined, receipt: Receipt): Promise<Fee | undefined> {
  const { said, slipId } = await readReceipt(ctx, receipt)
  const [claimed] = await ctx.db
    .update(memberFee)
    .set({
      ...receiptForm.rowOf(said),
      slipId,
      state: 'claimed',
      claimedAt: ctx.now,
      returnReason: '',
      version: sql`${memberFee.version} + 1`,
    })
    .where(which)
    .returning()
  return claimed
}

/** The same, as the cashier reads it beside the slip. */
export async function paymentOf(ctx: Pick<Ctx, 'db'>, application: Application): Promise<Payment | undefined> {
  const fee = await feeOf(ctx, application)
  if (!fee?.paidOn) return
  const facts = [
    { label: '会费年度', text: `${fee.year} 年度` },
    { label: '汇款日期', text: fee.paidOn },
    { label: '汇款单位或个人', text: fee.payer },
    { label: '票据抬头', text: fee.receiptTitle },
    { label: '票据税号', text: fee.receiptCreditCode },
  ]
  return { amount: fee.amount, facts: facts.filter(({ text }) => text), slipId: fee.slipId }
}

/** The money has come. */
export async function confirmFee(ctx: Ctx, { id }: Pick<Application, 'id'>): Promise<Fee> {
  const [fee] = await ctx.db
    .update(memberFee)
    .set({
      state: 'confirmed',
      confirmedBy: actingAccount(ctx),
      confirmedAt: ctx.now,
      version: sql`${memberFee.version} + 1`,
    })
    .where(and(eq(memberFee.applicationId, id), eq(memberFee.state, 'claimed')))
    .returning()
  if (!fee) throw new Error(`application ${id} has reached its end without a fee`)
  return fee
}
