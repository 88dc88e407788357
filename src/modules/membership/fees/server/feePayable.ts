import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { thisYear } from '#modules/membership/joining/server/numbers.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { type FormerFee, feeStateNames, isOpenFee, openFeeStates } from '../feeWords.ts'
import { changeFee, confirmOfYear, feeActsHandlers, lockFee } from './feeActs.ts'
import { feeReopened, notifyPayer } from './feeMessages.ts'
import { type FeeRow, readFees } from './feeQueries.ts'
import { feeRecords } from './feeRecords.ts'
import { followFees } from './feeStanding.ts'
import type { Fee } from './fees.ts'
import { definePayable, type Paid, type Payable, passFee } from './payables.ts'

export const MEMBER_FEE = 'memberFee'

definePayable({
  kind: MEMBER_FEE,
  name: '会费',
  words: ['会费'],
  ending: 1,
  subject: '4201 会费收入',
  isDues: true,
  records: feeRecords,
  async list(ctx, ids) {
    const rows = await readFees(ctx, ids ? inArray(memberFee.id, [...ids]) : current(ctx))
    return rows.map(toPayable).reverse()
  },
  lock: lockFee,
  async pay(ctx, { fee, joining }, { paidOn, payer, from }) {
    const former = await formerOf(ctx, fee)
    const paid = { paidOn, payer: payer || fee.payer }
    if (joining) await join(ctx, fee, joining, paid, from)
    else await confirmOfYear(ctx, fee, paid)
    return former
  },
  async issueInvoice(ctx, id, { number, issuedOn, fileId }) {
    const [fee] = await ctx.db.select({ version: memberFee.version }).from(memberFee).where(eq(memberFee.id, id))
    await feeActsHandlers['POST /staff/fee/receipt'](ctx, { id, version: fee?.version ?? 0, fileId, number })
    await ctx.db.update(memberFee).set({ receiptIssuedOn: issuedOn }).where(eq(memberFee.id, id))
  },
  async setTitle({ db }, id, { title, creditCode, email }) {
    const set = { receiptTitle: title, receiptCreditCode: creditCode, receiptEmail: email }
    await db
      .update(memberFee)
      .set({ ...set, version: sql`${memberFee.version} + 1` })
      .where(eq(memberFee.id, id))
  },
  async clearInvoice(ctx, id) {
    const { fee } = await lockFee(ctx, id)
    await changeFee(
      ctx,
      fee,
      { receiptFileId: null, receiptNumber: '', receiptIssuedOn: null },
      { action: 'fee.receiptCleared' },
    )
  },
  async undo(ctx, { fee }, former, reason) {
    if (fee.applicationId !== null) throw conflict('这笔会费确认后已完成入会，不能撤销')
    if (fee.receiptFileId !== null) throw conflict('这笔会费已开具票据，不能撤销；请先按财务制度红冲')
    await reopen(ctx, fee, former as FormerFee, reason)
  },
})

const current = (ctx: Ctx) =>
  or(
    inArray(memberFee.state, openFeeStates),
    and(eq(memberFee.state, 'confirmed'), sql`${memberFee.year} >= ${thisYear(ctx) - 1}`),
  )

const toPayable = ({ fee, name, shortName, numbers }: FeeRow): Payable => ({
  id: fee.id,
  name,
  calls: [shortName],
  about: `${fee.year} 年度会费`,
  marks: [String(fee.year)],
  numbers,
  amount: fee.amount,
  isOpen: isOpenFee(fee.state),
  stateName: feeStateNames[fee.state],
  route: `/staff/fees?fee=${fee.id}`,
})

async function formerOf({ db }: Ctx, { state, paidOn, payer, memberId }: Fee): Promise<FormerFee> {
  const [of] = memberId ? await db.select().from(member).where(eq(member.id, memberId)) : []
  return { state, paidOn, payer, feePaidYear: of?.feePaidYear ?? null }
}

/** The first fee: the admission follows. */
async function join(ctx: Ctx, fee: Fee, joining: Application, paid: Omit<Paid, 'from'>, from: Paid['from']) {
  const receiptTitle = fee.receiptTitle || joining.title
  const claimed = { ...paid, receiptTitle, state: 'claimed' as const, claimedAt: fee.claimedAt ?? ctx.now }
  await changeFee(ctx, fee, claimed, { action: 'fee.match' })
  await passFee(ctx, joining, { ...paid, from })
  const [after] = await ctx.db.select().from(memberFee).where(eq(memberFee.id, fee.id))
  const about = { objectType: 'memberFee', objectId: fee.id, objectName: joining.title }
  await recordChange(ctx, {
    action: 'fee.confirm',
    ...about,
    before: { state: feeStateNames.claimed },
    after: { state: feeStateNames[after!.state] },
  })
}

async function reopen(ctx: Ctx, fee: Fee, { feePaidYear, ...former }: FormerFee, reason: string) {
  const none = { confirmedBy: null, confirmedAt: null }
  await changeFee(ctx, fee, { ...former, ...none }, { action: 'fee.reopen', detail: { reason } })
  await ctx.db
    .update(member)
    .set({ feePaidYear, updatedAt: ctx.now })
    // A later year, paid since, stays.
    .where(and(eq(member.id, fee.memberId!), eq(member.feePaidYear, fee.year)))
  await followFees(ctx, fee.memberId!)
  await notifyPayer(ctx, fee.id, feeReopened, { values: { 原因: reason } })
}
