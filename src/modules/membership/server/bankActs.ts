import { and, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, isRefusal, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { decideAs } from '#modules/review/server/decisions.ts'
import type { Application } from '#modules/review/server/kinds.ts'
import { advance } from '#modules/review/server/steps.ts'
import { type FormerFee, feeStateNames, isOpenFee, lineStateNames } from '../feeWords.ts'
import type { staffStatementsContract } from '../statementContract.ts'
import { proposalsFor } from './bankProposals.ts'
import { changeFee, confirmOfYear, lockFee } from './feeActs.ts'
import { feeReopened, tellPayer } from './feeMessages.ts'
import { followFees } from './feeStanding.ts'
import type { Fee } from './fees.ts'
import { bankLine, member, memberFee } from './tables.ts'

type Endpoints = typeof staffStatementsContract
type Line = typeof bankLine.$inferSelect

async function lockLine(ctx: Ctx, id: number): Promise<Line> {
  const [line] = await ctx.db.select().from(bankLine).where(eq(bankLine.id, id)).for('update')
  if (!line) throw notFound('这条流水不存在')
  return line
}

const tooLate = ({ state, decidedName, decidedAt }: Line) =>
  conflict(
    decidedAt
      ? `已由 ${decidedName} 于 ${minute(iso(decidedAt))} 标为${lineStateNames[state]}，请刷新后查看`
      : '这条流水已有变化，请刷新后查看',
  )

/** A payment pays a fee, once: who comes second finds the line, or the fee, decided. */
export const acceptLine = (
  ctx: Ctx,
  { lineId, feeId }: Parsed<Endpoints['POST /staff/statement/accept']>,
): Promise<Output<Endpoints['POST /staff/statement/accept']>> =>
  ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    // In the order in which everybody locks: application, fee, line.
    const { fee, joining } = await lockFee(tx, feeId)
    const line = await lockLine(tx, lineId)
    if (line.state !== 'open') throw tooLate(line)
    if (!isOpenFee(fee.state)) throw conflict(`这笔会费${feeStateNames[fee.state]}，不能再入账；流水仍待处理`)
    if (line.amount !== fee.amount)
      throw invalid(`金额不符：应缴 ${fee.amount} 元，到账 ${line.amount} 元；请先与付款人核对`)
    const former = await formerOf(tx, fee)
    const paid = { paidOn: line.paidOn, payer: line.payer || fee.payer }
    if (joining) await join(tx, fee, joining, paid)
    else await confirmOfYear(tx, fee, paid)
    await tx.db
      .update(bankLine)
      .set({ state: 'accepted', feeId, former, decidedName: await ownName(tx), decidedAt: ctx.now })
      .where(eq(bankLine.id, lineId))
    await record(tx, {
      ...{ action: 'statement.accept', objectType: 'bankLine', objectId: lineId, objectName: line.payer },
      detail: { fee: feeId, amount: line.amount, paidOn: line.paidOn },
    })
    return { lineId, feeId }
  })

async function formerOf({ db }: Ctx, { state, paidOn, payer, memberId }: Fee): Promise<FormerFee> {
  const [of] = memberId ? await db.select().from(member).where(eq(member.id, memberId)) : []
  return { state, paidOn, payer, feePaidYear: of?.feePaidYear ?? null }
}

/** The first fee: the admission follows by the review's own way. Without a slip the bank speaks for the applicant. */
async function join(ctx: Ctx, fee: Fee, joining: Application, paid: Pick<Fee, 'payer'> & { paidOn: string }) {
  const receiptTitle = fee.receiptTitle || joining.title
  const claimed = { ...paid, receiptTitle, state: 'claimed' as const, claimedAt: fee.claimedAt ?? ctx.now }
  await changeFee(ctx, fee, claimed, { action: 'fee.match' })
  const { id, version } =
    joining.state === 'unpaid'
      ? await advance(ctx, joining, { action: 'pay', by: 'staff', actorName: await ownName(ctx) })
      : joining
  const opinion = `银行流水 ${paid.paidOn} 到账`
  await decideAs('staff:finance')(ctx, { id, version, action: 'pass', opinion, remarks: [] })
  const [after] = await ctx.db.select().from(memberFee).where(eq(memberFee.id, fee.id))
  const about = { objectType: 'memberFee', objectId: fee.id, objectName: joining.title }
  await recordChange(ctx, {
    ...{ action: 'fee.confirm', ...about, before: { state: feeStateNames.claimed } },
    after: { state: feeStateNames[after!.state] },
  })
}

/** Those that nothing speaks against, each for itself. */
export async function acceptAll(
  ctx: Ctx,
  { id, expected }: Parsed<Endpoints['POST /staff/statement/acceptAll']>,
): Promise<Output<Endpoints['POST /staff/statement/acceptAll']>> {
  const certain = [...(await proposalsFor(ctx, id))].filter(([, proposal]) => proposal.certain)
  if (certain.length !== expected)
    throw conflict(`有把握的现在是 ${certain.length} 笔，与您看到的 ${expected} 笔不同，请核对后再入账`)
  const results = []
  for (const [lineId, { feeId, fee }] of certain) {
    const name = `${fee.name} ${fee.fee.year} 年度`
    try {
      await acceptLine(ctx, { lineId, feeId })
      results.push({ id: lineId, name, done: true, msg: '已入账' })
    } catch (error) {
      if (!isRefusal(error)) throw error
      results.push({ id: lineId, name, done: false, msg: error.message })
    }
  }
  return results
}

/** While nothing has followed: neither a membership nor a receipt that is out of the house. */
export const undoLine = (
  ctx: Ctx,
  { lineId, reason }: Parsed<Endpoints['POST /staff/statement/undo']>,
): Promise<Output<Endpoints['POST /staff/statement/undo']>> =>
  ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    const [seen] = await db.select({ feeId: bankLine.feeId }).from(bankLine).where(eq(bankLine.id, lineId))
    if (!seen) throw notFound('这条流水不存在')
    if (seen.feeId === null) throw conflict('这条流水没有入账，请刷新后查看')
    const { fee } = await lockFee(tx, seen.feeId)
    const line = await lockLine(tx, lineId)
    if (line.state !== 'accepted' || line.feeId !== fee.id) throw tooLate(line)
    if (fee.applicationId !== null) throw conflict('这笔会费确认后已完成入会，不能撤销')
    if (fee.receiptFileId !== null) throw conflict('这笔会费已开具票据，不能撤销；请先按财务制度红冲')
    await reopen(tx, fee, line.former!, reason)
    await db
      .update(bankLine)
      .set({ state: 'open', feeId: null, former: null, note: reason, decidedName: '', decidedAt: null })
      .where(eq(bankLine.id, lineId))
    await record(tx, {
      ...{ action: 'statement.undo', objectType: 'bankLine', objectId: lineId, objectName: line.payer },
      detail: { fee: fee.id, reason },
    })
    return { lineId }
  })

async function reopen(ctx: Ctx, fee: Fee, { feePaidYear, ...former }: FormerFee, reason: string) {
  const none = { confirmedBy: null, confirmedAt: null }
  await changeFee(ctx, fee, { ...former, ...none }, { action: 'fee.reopen', detail: { reason } })
  await ctx.db
    .update(member)
    .set({ feePaidYear, updatedAt: ctx.now })
    // A later year, paid since, stays.
    .where(and(eq(member.id, fee.memberId!), eq(member.feePaidYear, fee.year)))
  await followFees(ctx, fee.memberId!)
  await tellPayer(ctx, fee.id, feeReopened, { values: { 原因: reason } })
}

export const noteLine = (
  ctx: Ctx,
  { lineId, note, aside }: Parsed<Endpoints['POST /staff/statement/note']>,
): Promise<Output<Endpoints['POST /staff/statement/note']>> =>
  ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    const line = await lockLine(tx, lineId)
    if (line.state === 'accepted') throw tooLate(line)
    if (aside && !note) throw invalid('请写明这笔款项是什么', { note: '请写明这笔款项是什么' })
    const state = aside ? ('aside' as const) : ('open' as const)
    const set = { state, note, decidedName: await ownName(tx), decidedAt: ctx.now }
    await db.update(bankLine).set(set).where(eq(bankLine.id, lineId))
    await recordChange(tx, {
      ...{ action: 'statement.note', objectType: 'bankLine', objectId: lineId, objectName: line.payer },
      before: { state: lineStateNames[line.state], note: line.note },
      after: { state: lineStateNames[state], note },
    })
    return { lineId }
  })
