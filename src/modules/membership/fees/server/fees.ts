import { and, desc, eq, type SQL } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { receiveSlip } from '#modules/ledger/allocating/server/allocating.ts'
import { releaseUnsettled } from '#modules/ledger/allocating/server/unsettled.ts'
import { claim } from '#modules/ledger/receivables/server/receivables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import type { Receipt } from '#modules/ledger/slips/server/slips.ts'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import { firstFee } from '#modules/membership/joiningRules.ts'
import { readLevel } from '#modules/membership/levels/server/levels.ts'
import { type Fee, lockFees, raiseFees, selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { readJoiningRule } from '#modules/membership/server/joiningRules.ts'
import { thisYear } from '#modules/membership/server/numbers.ts'
import { memberFee } from '#modules/membership/server/tables.ts'
import type { Application, Effect, Entered, Payment } from '#modules/review/server/applicationKinds.ts'
import { readSetting } from '#modules/settings/server/settings.ts'

/** The fee of the year, or what of it who joins now pays; after a slip was returned the same one again, in a new year too. */
export async function oweFee(ctx: Ctx, { application, values }: Entered): Promise<Effect> {
  const levelCode = Number(values.levelCode)
  const year = thisYear(ctx)
  const standard = (await readLevel(ctx, levelCode, year))!.fee
  const { firstYear } = await readJoiningRule(ctx, application.organisationId ? 'organisation' : 'person')
  const { amount, months } = firstFee(standard, firstYear, dayOf(ctx.now))
  const lessened = amount < standard && { standard, adjustReason: `年中入会，按 ${months} 个月计` }
  const returned = await feeOf(ctx, application)
  const { dueOn } = application
  if (returned) await writeFees(ctx, [returned.id], { state: 'refused', dueOn })
  else await raiseFees(ctx, [{ applicationId: application.id, year, levelCode, amount, dueOn, ...lessened }])
  const owed = returned ?? { year, amount }
  const account = await readSetting(ctx, 'payAccount')
  const where = account
    ? `户名 ${account.name}，开户行 ${account.bank}，账号 ${account.number}`
    : '账号请与协会财务联系'
  return {
    say: `${owed.year} 年度会费 ${formatYuan(owed.amount)} 元。${where}，汇款请备注“${application.title} ${application.number}”。`,
  }
}

/** An application that ends before its fee was paid owes nothing any more. */
export async function endFee(ctx: Ctx, { application }: Entered): Promise<Effect | undefined> {
  const fee = await feeOf(ctx, application)
  if (!fee || fee.state === 'confirmed') return
  const say = await releaseUnsettled(ctx, MEMBER_FEE, fee.id)
  await writeFees(ctx, [fee.id], { state: 'cancelled' })
  return { say }
}

/** The fee that an application waits for, or has paid. */
export async function feeOf(ctx: Pick<Ctx, 'db'>, { id }: Pick<Application, 'id'>): Promise<Fee | undefined> {
  const [fee] = await selectFees(ctx).where(eq(memberFee.applicationId, id)).orderBy(desc(memberFee.year)).limit(1)
  return fee
}

/** The payer of these fees has sent a slip. */
export async function claimFee(ctx: Ctx, which: SQL | undefined, receipt: Receipt): Promise<Fee | undefined> {
  const ids = await lockFees(ctx, which)
  for (const id of ids) await claim(ctx, MEMBER_FEE, id, receipt)
  const [claimed] = await writeFees(ctx, ids, { returnReason: '' })
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
  const ids = await lockFees(ctx, and(eq(memberFee.applicationId, id), eq(receivable.state, 'claimed')))
  const by = { confirmedBy: actingAccount(ctx), confirmedAt: ctx.now }
  const [fee] = await writeFees(ctx, ids, { ...by, state: 'confirmed' })
  if (!fee) throw new Error(`application ${id} has reached its end without a fee`)
  await receiveSlip(ctx, { ...fee, kind: MEMBER_FEE, fileId: fee.slipId })
  return fee
}
