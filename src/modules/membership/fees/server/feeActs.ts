import { and, desc, eq, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, invalid, isRefusal, notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { isWithin, refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { keepPaper } from '#modules/files/server/paymentPapers.ts'
import { receiveSlip, settleIfCovered } from '#modules/ledger/allocating/server/allocating.ts'
import { allocatedTo } from '#modules/ledger/allocating/server/owed.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { isOpenReceivable, receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import { type Fee, type FeeValues, selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import type { staffFeesContract } from '../contract.ts'
import { feeAdjusted, feeConfirmed, feeReceipt, feeReturned, notifyPayer } from './feeMessages.ts'
import { readFees } from './feeQueries.ts'
import { updateMemberStatus } from './memberStatus.ts'

type Endpoints = typeof staffFeesContract
type Changed = Output<Endpoints['POST /staff/fee/settle']>
type Settling = Parsed<Endpoints['POST /staff/fee/settle']>

/** The row, locked till the transaction ends; of a first fee the application before it, in the order of the review. */
export async function lockFee(ctx: Ctx, id: number): Promise<{ fee: Fee; joining: Application | undefined }> {
  const [seen] = await selectFees(ctx).where(eq(memberFee.id, id))
  if (!seen) throw notFound('这笔会费不存在')
  await refuseFeeOutside(ctx, id)
  const joining = isFirst(seen) ? await lockApplication(ctx, seen.applicationId!) : undefined
  const [fee] = await selectFees(ctx).where(eq(memberFee.id, id)).for('update')
  return { fee: fee!, joining: isFirst(fee!) ? joining : undefined }
}

async function refuseFeeOutside(ctx: Ctx, id: number): Promise<void> {
  const [row] = await readFees(ctx, eq(memberFee.id, id))
  refuseOutside(ctx, 'staff:finance', row?.provinceCode)
}

/** Paid as the last step of an application: the membership begins with it. */
const isFirst = ({ applicationId, memberId }: Fee) => applicationId !== null && memberId === null

/** Conflict error naming who changed the fee last, and when. */
async function changedMeanwhile({ db }: Ctx, { id }: Fee) {
  const [last] = await db
    .select({ who: sql<string>`coalesce(${account.displayName}, ${auditEvent.actorName})`, at: auditEvent.at })
    .from(auditEvent)
    .leftJoin(account, eq(account.id, auditEvent.actorId))
    .where(and(eq(auditEvent.objectType, 'memberFee'), eq(auditEvent.objectId, id)))
    .orderBy(desc(auditEvent.id))
    .limit(1)
  return conflict(
    last ? `已由 ${last.who} 于 ${minute(iso(last.at))} 处理，请查看最新状态` : '这笔会费已有变化，请刷新',
  )
}

export async function nameOf(ctx: Ctx, { id, year }: Pick<Fee, 'id' | 'year'>): Promise<string> {
  const [row] = await readFees(ctx, eq(memberFee.id, id))
  return `${row!.name} ${year} 年度会费`
}

type Act = { action: string; detail?: Record<string, unknown> }

/** Writes the row and the line of the audit log. */
export async function changeFee(ctx: Ctx, fee: Fee, set: FeeValues, act: Act): Promise<Fee> {
  const [after] = await writeFees(ctx, [fee.id], set)
  const words = ({ state, amount, paidOn, payer, receiptNumber }: Fee) => ({
    state: receivableStateNames[state],
    amount,
    paidOn,
    payer,
    receiptNumber,
  })
  const about = { ...act, objectType: 'memberFee', objectId: fee.id, objectName: await nameOf(ctx, fee) }
  await recordChange(ctx, { ...about, before: words(fee), after: words(after!) })
  return after!
}

const toChanged = ({ id, state, version }: Fee): Changed => ({
  id,
  state,
  stateName: receivableStateNames[state],
  version,
})

export const settle = (ctx: Ctx, asked: Settling): Promise<Changed> =>
  inTransaction(ctx, async tx => {
    const { fee, joining } = await lockFee(tx, asked.id)
    if (fee.version !== asked.version || fee.state !== 'claimed') throw await changedMeanwhile(tx, fee)
    if (asked.action === 'return' && !asked.reason)
      throw invalid('退回凭证须说明理由', { reason: '请填写理由，会员会看到' })
    if (joining) return settleFirst(tx, fee, joining, asked)
    return toChanged(
      asked.action === 'confirm' ? await confirmOfYear(tx, fee) : await returnSlip(tx, fee, asked.reason),
    )
  })

/** Settles the first fee through the review workflow, so that admission follows. */
async function settleFirst(ctx: Ctx, fee: Fee, { id, version }: Application, { action, reason }: Settling) {
  await decideAs('staff:finance')(ctx, {
    id,
    version,
    action: action === 'confirm' ? 'pass' : 'return',
    opinion: reason,
    remarks: [],
  })
  const set = action === 'return' ? { returnReason: reason } : {}
  return toChanged(await changeFee(ctx, fee, { payer: fee.payer, ...set }, { action: `fee.${action}` }))
}

/** The money of a year has come: the register and the member know it. */
export async function confirmOfYear(ctx: Ctx, fee: Fee, paid: FeeValues = {}): Promise<Fee> {
  const by = { confirmedBy: actingAccount(ctx), confirmedAt: ctx.now }
  const after = await changeFee(ctx, fee, { ...paid, ...by, state: 'confirmed' }, { action: 'fee.confirm' })
  await receiveSlip(ctx, { ...after, kind: MEMBER_FEE, fileId: after.slipId })
  await ctx.db
    .update(member)
    .set({ feePaidYear: sql`greatest(${member.feePaidYear}, ${fee.year})`, updatedAt: ctx.now })
    .where(eq(member.id, fee.memberId!))
  await updateMemberStatus(ctx, fee.memberId!)
  await notifyPayer(ctx, fee.id, feeConfirmed)
  return after
}

async function returnSlip(ctx: Ctx, fee: Fee, reason: string): Promise<Fee> {
  const set = { state: 'refused' as const, returnReason: reason }
  const after = await changeFee(ctx, fee, set, { action: 'fee.return', detail: { reason } })
  await updateMemberStatus(ctx, fee.memberId!)
  await notifyPayer(ctx, fee.id, feeReturned, { values: { 原因: reason } })
  return after
}

/** Records a 票据 and sends it to the payer. Its file belongs to no account, so that it stays when the account is closed. */
export const issueReceipt = (
  ctx: Ctx,
  { id, version, fileId, number }: Parsed<Endpoints['POST /staff/fee/receipt']>,
  issuedOn = dayOf(ctx.now),
): Promise<Changed> =>
  inTransaction(ctx, async tx => {
    const { fee } = await lockFee(tx, id)
    if (fee.version !== version) throw await changedMeanwhile(tx, fee)
    if (fee.state !== 'confirmed')
      throw conflict(isOpenReceivable(fee.state) ? '会费到账确认后才能发送票据' : '这笔会费不需要票据')
    await keepPaper(tx, fileId)
    const set = { receiptFileId: fileId, receiptNumber: number, receiptIssuedOn: issuedOn }
    const after = await changeFee(tx, fee, set, { action: 'fee.receipt' })
    await notifyPayer(tx, id, feeReceipt, { fileId, values: { 票据号码: number } })
    return toChanged(after)
  })

export const feeActsHandlers = {
  'POST /staff/fee/settle': settle,
  /** Confirms each fee separately; a failure is reported and does not stop the others. */
  'POST /staff/fee/settleMany': async (ctx, { ids }) => {
    const results = []
    for (const id of [...new Set(ids)]) {
      const [row] = await readFees(ctx, eq(memberFee.id, id))
      const name = row && isWithin(ctx, 'staff:finance', row.provinceCode) ? row.name : ''
      try {
        if (!row) throw notFound('这笔会费不存在')
        refuseOutside(ctx, 'staff:finance', row.provinceCode)
        if (row.fee.state !== 'claimed') throw conflict(`${receivableStateNames[row.fee.state]}，没有待确认的凭证`)
        await settle(ctx, { id, version: row.fee.version, action: 'confirm', reason: '' })
        results.push({ id, name, done: true, msg: '已确认到账' })
      } catch (error) {
        if (!isRefusal(error)) throw error
        results.push({ id, name, done: false, msg: error.message })
      }
    }
    return results
  },
  'POST /staff/fee/adjust': (ctx, { id, version, amount, reason }) =>
    inTransaction(ctx, async tx => {
      const { fee, joining } = await lockFee(tx, id)
      if (fee.version !== version) throw await changedMeanwhile(tx, fee)
      if (fee.state !== 'due' && fee.state !== 'refused' && fee.state !== 'waived')
        throw conflict(`这笔会费${receivableStateNames[fee.state]}，金额不能再改`)
      const standard = fee.standard ?? fee.amount
      if (amount > standard)
        throw invalid(`不能超过标准金额 ${formatYuan(standard)} 元`, { amount: `不能超过 ${formatYuan(standard)} 元` })
      if (joining && amount === 0) throw conflict('入会的首笔会费不能免缴：确认到账后入会才能完成')
      const receivableId = receivableIdOf(MEMBER_FEE, id)
      const paid = await allocatedTo(tx, receivableId)
      if (amount < paid)
        throw invalid(`已收 ${formatYuan(paid)} 元，不能低于它`, { amount: `已收 ${formatYuan(paid)} 元，不能低于它` })
      const state = amount === 0 ? ('waived' as const) : fee.state === 'waived' ? ('due' as const) : fee.state
      const set = { amount, state, standard: amount === standard ? null : standard, adjustReason: reason }
      await changeFee(tx, fee, set, { action: 'fee.adjust', detail: { reason } })
      if (fee.memberId) await updateMemberStatus(tx, fee.memberId)
      await notifyPayer(tx, id, feeAdjusted, { values: { 原因: reason } })
      await settleIfCovered(tx, receivableId)
      const [after] = await selectFees(tx).where(eq(memberFee.id, id))
      return toChanged(after!)
    }),
  'POST /staff/fee/receipt': (ctx, asked) => issueReceipt(ctx, asked),
} satisfies Partial<Handlers<Endpoints>>
