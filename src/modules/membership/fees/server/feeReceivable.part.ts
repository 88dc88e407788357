import { and, eq, inArray, lt, max, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import {
  defineReceivable,
  type OpenReceivable,
  passFee,
  type ReceivedPayment,
} from '#modules/ledger/kinds/server/receivableKinds.ts'
import { isOpenReceivable, openReceivableStates, receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { type FormerFee, MEMBER_FEE } from '#modules/membership/feeWords.ts'
import { type Fee, isOwed, selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { thisYear } from '#modules/membership/server/numbers.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { changeFee, confirmOfYear, issueReceipt, lockFee } from './feeActs.ts'
import { FEE_PAGE, feeReopened, notifyPayer } from './feeMessages.ts'
import { joined, payerName } from './feeQueries.ts'
import { updateMemberStatus } from './memberStatus.ts'

defineReceivable({
  kind: MEMBER_FEE,
  order: 10,
  name: '会费',
  words: ['会费'],
  ending: 1,
  subject: '4201 会费收入',
  isDues: true,
  payPages: { member: () => FEE_PAGE },
  async list(ctx, ids) {
    return readPayables(ctx, ids ? inArray(memberFee.id, [...ids]) : or(isOpen, isPaidRecently(ctx)))
  },
  async listCalled(ctx, numbers) {
    return readPayables(ctx, numbers.length > 0 ? or(isOpen, and(isPaidRecently(ctx), hasNumber(numbers))) : isOpen)
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
    await issueReceipt(ctx, { id, version: fee?.version ?? 0, fileId, number }, issuedOn)
    return 'message'
  },
  async setTitle(ctx, id, { title, creditCode, email }) {
    await writeFees(ctx, [id], { receiptTitle: title, receiptCreditCode: creditCode, receiptEmail: email })
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
    await reopen(ctx, fee, (former as FormerFee | undefined) ?? (await unpaid(ctx, fee)), reason)
  },
})

const isOpen = inArray(receivable.state, openReceivableStates)
const isPaidRecently = (ctx: Ctx) =>
  and(eq(receivable.state, 'confirmed'), sql`${memberFee.year} >= ${thisYear(ctx) - 1}`)

/** Asked of the numbers themselves, of which there are fewer than fees. */
function hasNumber(numbers: readonly string[]) {
  const plain = (number: SQLWrapper) => sql`upper(translate(${number}, ' _-', '') collate "C")`
  // Includes numbers with other characters, because `plainNumber` may still match them.
  const isOne = (number: SQLWrapper) =>
    sql`(${plain(number)} = any(${sql.param(numbers)}::text[]) or ${number} ~ '[^A-Za-z0-9 _-]')`
  return or(
    sql`${memberFee.memberId} in (select ${member.id} from ${member} where ${isOne(member.number)})`,
    sql`${memberFee.applicationId} in (select ${application.id} from ${application} where ${isOne(application.number)})`,
  )
}

/** The oldest first; no more of each than a payable has. */
async function readPayables({ db }: Ctx, where: SQL | undefined): Promise<OpenReceivable[]> {
  const { rows } = await db.execute<Row>(sql`
    select ${memberFee.id} as id, ${memberFee.year} as year, ${receivable.amount} as amount, ${receivable.state} as state,
      ${payerName} as name, coalesce(${organisation.shortName}, '') as "shortName",
      ${member.number} as "memberNumber", ${application.number} as "applicationNumber"
    from ${joined} where ${where} order by ${memberFee.year}, ${memberFee.id}`)
  return rows.map(toPayable)
}
type Row = Pick<Fee, 'id' | 'year' | 'state'> &
  Record<'amount' | 'name' | 'shortName', string> &
  Record<'memberNumber' | 'applicationNumber', string | null>

const toPayable = ({ id, year, amount, state, name, shortName, ...of }: Row): OpenReceivable => ({
  id,
  name,
  calls: [shortName],
  about: `${year} 年度会费`,
  marks: [String(year)],
  numbers: [of.memberNumber, of.applicationNumber].filter(number => number !== null),
  amount: Number(amount),
  isOpen: isOpenReceivable(state),
  stateName: receivableStateNames[state],
  route: `/staff/fees?fee=${id}`,
})

async function formerOf({ db }: Ctx, { state, paidOn, payer, memberId }: Fee): Promise<FormerFee> {
  const [of] = memberId ? await db.select().from(member).where(eq(member.id, memberId)) : []
  return { state, paidOn, payer, feePaidYear: of?.feePaidYear ?? null }
}

/** The first fee: the admission follows. */
async function join(
  ctx: Ctx,
  fee: Fee,
  joining: Application,
  paid: Omit<ReceivedPayment, 'from'>,
  from: ReceivedPayment['from'],
) {
  const receiptTitle = fee.receiptTitle || joining.title
  const claimed = { ...paid, receiptTitle, state: 'claimed' as const, claimedAt: fee.claimedAt ?? ctx.now }
  await changeFee(ctx, fee, claimed, { action: 'fee.match' })
  await passFee(ctx, joining, { ...paid, from })
  const [after] = await selectFees(ctx).where(eq(memberFee.id, fee.id))
  const about = { objectType: 'memberFee', objectId: fee.id, objectName: joining.title }
  await recordChange(ctx, {
    action: 'fee.confirm',
    ...about,
    before: { state: receivableStateNames.claimed },
    after: { state: receivableStateNames[after!.state] },
  })
}

/** A fee that no payment has settled: its slip, if it has one, waits for the cashier again. */
async function unpaid({ db }: Ctx, { memberId, year, slipId, paidOn, payer }: Fee): Promise<FormerFee> {
  const [last] = await db
    .select({ year: max(memberFee.year) })
    .from(memberFee)
    .innerJoin(receivable, isOwed)
    .where(and(eq(memberFee.memberId, memberId!), eq(receivable.state, 'confirmed'), lt(memberFee.year, year)))
  const claim =
    slipId === null ? { state: 'due' as const, paidOn: null, payer: '' } : { state: 'claimed' as const, paidOn, payer }
  return { ...claim, feePaidYear: last?.year ?? null }
}

async function reopen(ctx: Ctx, fee: Fee, { feePaidYear, ...former }: FormerFee, reason: string) {
  const none = { confirmedBy: null, confirmedAt: null }
  await changeFee(ctx, fee, { ...former, ...none }, { action: 'fee.reopen', detail: { reason } })
  await ctx.db
    .update(member)
    .set({ feePaidYear, updatedAt: ctx.now })
    // A later year, paid since, stays.
    .where(and(eq(member.id, fee.memberId!), eq(member.feePaidYear, fee.year)))
  await updateMemberStatus(ctx, fee.memberId!)
  await notifyPayer(ctx, fee.id, feeReopened, { values: { 原因: reason } })
}
