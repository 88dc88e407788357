import { and, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, forbidden, invalid } from '#lib/error.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { onApprovalEnded } from '#lib/server/api/secondPerson.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { clearRefundDue } from '#modules/ledger/receivables/server/receivables.ts'
import { refundStateNames } from '#modules/ledger/refundWords.ts'
import { lockRefunds } from '#modules/ledger/server/refunds.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { readRecord } from '../../receivables/server/records.ts'
import { refundContract } from '../contract.ts'
import { notifyOfRefund } from './refundMessages.ts'
import { stateOf } from './refundState.ts'
import { type Refund, readRefund } from './refunds.ts'
import { refundableOf } from './refundsOf.ts'
import { refundWay } from './refundWay.ts'
import {
  AGREE,
  accountOf,
  change,
  decisionColumns,
  lockRefund,
  lockWithoutApproval,
  NOTHING,
  named,
  refuseStale,
  requestSecondApproval,
  stateNameOf,
  toMoved,
  words,
} from './refundWriting.ts'

defineSubject('refund', refund)

/** Throws if the refund was sent to a provider, because the provider determines the result. */
export async function refuseSent(ctx: Ctx, id: number): Promise<void> {
  const standing = await refundWay()?.standingOf(ctx, id)
  if (standing && !standing.isOver) throw conflict(`这笔退款原路退回（${standing.text}），结果由系统自动登记`)
}

type PaidOut = { paidOn: string; slipNumber: string; way: 'slip' | 'online' }

/** The money is out: the record and the payer know it. */
async function payOut(ctx: Ctx, before: Refund, { paidOn, slipNumber, way }: PaidOut) {
  const paid = {
    way,
    state: 'paid' as const,
    paidOn,
    slipNumber,
    paidBy: actingAccount(ctx),
    paidAt: ctx.now,
  }
  const after = await change(ctx, before, paid, 'refund.pay')
  const { of: now } = await readRefund(ctx, before.id)
  const kind = receivableKind(now.kind)
  const givenBack = { amount: after.amount, paidOn, reason: after.reason }
  if (Number(now.refunded) >= Number(now.received)) {
    await kind?.refundedWhole?.(ctx, now.payableId, givenBack)
    await clearRefundDue(ctx, now.id)
  }
  await (kind?.tellRefunded?.(ctx, now.payableId, givenBack) ?? notifyOfRefund(ctx, 'paid', after, now))
  return after
}

/** A provider has said that it went. One that is down as paid already stays as it is. */
export const settleRefund = (ctx: Ctx, id: number, paid: PaidOut): Promise<void> =>
  inTransaction(ctx, async tx => {
    const { of } = await readRefund(tx, id)
    await lockRefunds(tx, of)
    const before = await lockRefund(tx, id)
    if (before.state === 'agreed') await payOut(tx, before, paid)
  })

async function lockRequested(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<Refund> {
  const before = await lockRefund(ctx, id)
  if (before.state !== 'requested') throw conflict(`这笔退款${stateNameOf(ctx, before)}，不必受理`)
  refuseStale(before, version)
  return before
}

export const refundActsHandlers = {
  'POST /staff/refund/ask': (ctx, { id, amount, reason, once, ...going }) =>
    inTransaction(ctx, async tx => {
      const seen = await readRecord(tx, id)
      await lockRefunds(tx, seen)
      const own = signedInActor(ctx).accountId
      const [again] = once
        ? await tx.db
            .select()
            .from(refund)
            .where(and(eq(refund.once, once), eq(refund.askedBy, own)))
        : []
      if (again) return toMoved(ctx, again)
      const of = await readRecord(tx, id)
      const most = refundableOf(of)
      if (most === 0)
        throw conflict(Number(of.received) > 0 ? '这笔款项已全部退还或正在退还' : '这笔款项没有到账，没有可退的')
      if (amount > most) throw invalid(`最多可退 ${formatYuan(most)} 元`, { amount: `最多可退 ${formatYuan(most)} 元` })
      const [asked] = await tx.db
        .insert(refund)
        .values({
          payable: of.kind,
          payableId: of.payableId,
          amount,
          reason,
          payee: going.payee,
          bank: going.bank || (going.account ? '' : ((await refundWay()?.nameOf(tx, of)) ?? '')),
          ...(await accountOf(tx, of, going)),
          once,
          askedBy: own,
          askedAt: ctx.now,
        })
        .returning()
      const waiting = await requestSecondApproval(tx, asked!, of)
      const [kept] = await tx.db.update(refund).set(waiting).where(eq(refund.id, asked!.id)).returning()
      await recordChange(tx, { action: 'refund.ask', ...named(kept!, of), before: NOTHING, after: words(ctx, kept!) })
      return toMoved(ctx, kept!)
    }),
  /** What a payer requested goes on to the second person, with the amount that the cashier proposes. */
  'POST /staff/refund/accept': (ctx, { id, version, amount, amountReason }) =>
    inTransaction(ctx, async tx => {
      const seen = await readRefund(tx, id)
      await lockRefunds(tx, seen.of)
      const before = await lockRequested(tx, { id, version })
      const { of } = await readRefund(tx, id)
      const most = sumAmounts([refundableOf(of), before.amount])
      const faults = {
        ...(amount > most && { amount: `最多可退 ${formatYuan(most)} 元` }),
        ...(amount !== before.amount &&
          !amountReason && { amountReason: '与申请的金额不同，请写明原因，缴费人会看到' }),
      }
      if (Object.keys(faults).length > 0) throw invalid(Object.values(faults).join('；'), faults)
      const asked = {
        state: 'asked' as const,
        amount,
        amountReason: amount === before.amount ? '' : amountReason,
        askedBy: signedInActor(ctx).accountId,
        askedAt: ctx.now,
        once: null,
      }
      const waiting = await requestSecondApproval(tx, { ...before, ...asked }, of)
      return toMoved(ctx, await change(tx, before, { ...asked, ...waiting }, 'refund.accept'))
    }),
  'POST /staff/refund/refuse': (ctx, { id, version, reason }) =>
    inTransaction(ctx, async tx => {
      const before = await lockRequested(tx, { id, version })
      return toMoved(ctx, await refuse(tx, before, decisionColumns(ctx, signedInActor(ctx).accountId, reason)))
    }),
  /** Requests approval again; the caller becomes the first of the two persons. */
  'POST /staff/refund/askAgain': (ctx, { id, version }) =>
    inTransaction(ctx, async tx => {
      const before = await lockRefund(tx, id)
      if (stateOf(ctx, before) !== 'expired') throw conflict(`这笔退款${stateNameOf(ctx, before)}，不必重新提请`)
      refuseStale(before, version)
      const { of } = await readRefund(tx, id)
      const asked = { askedBy: signedInActor(ctx).accountId, askedAt: ctx.now, once: null }
      const waiting = await requestSecondApproval(tx, before, of)
      return toMoved(ctx, await change(tx, before, { ...asked, ...waiting }, 'refund.askAgain'))
    }),
  /** Made in the name of who asked for it, when the second person has agreed. */
  [AGREE]: (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const before = await lockRefund(tx, id)
      if (ctx.agreedBy === undefined || before.askedBy !== signedInActor(ctx).accountId)
        throw forbidden('退款由申请人以外的同事在“双人复核”同意')
      if (before.state !== 'asked') throw conflict(`这笔退款${refundStateNames[before.state]}`)
      const after = await change(tx, before, { ...decisionColumns(ctx, ctx.agreedBy), state: 'agreed' }, 'refund.agree')
      const which = { kind: after.payable, payableId: after.payableId }
      const way = refundWay()
      if (!after.accountSealed && (await way?.nameOf(tx, which))) await way!.send(tx, { ...after, ...which })
      if (after.requestedBy) await notifyOfRefund(tx, 'agreed', after, (await readRefund(tx, id)).of)
      return toMoved(ctx, after)
    }),
  'POST /staff/refund/withdraw': (ctx, { id, version, reason }) =>
    inTransaction(ctx, async tx => {
      const before = await lockWithoutApproval(tx, id)
      if (before.state !== 'asked' && before.state !== 'agreed')
        throw conflict(`这笔退款${refundStateNames[before.state]}，不能撤回`)
      refuseStale(before, version)
      await refuseSent(tx, id)
      const by = decisionColumns(ctx, signedInActor(ctx).accountId, reason)
      if (before.requestedBy) return toMoved(ctx, await refuse(tx, before, by))
      return toMoved(ctx, await change(tx, before, { ...by, state: 'withdrawn' }, 'refund.withdraw'))
    }),
  /** The same slip once more changes nothing. */
  'POST /staff/refund/pay': (ctx, { id, version, paidOn, slipNumber }) =>
    inTransaction(ctx, async tx => {
      const { of } = await readRefund(tx, id)
      await lockRefunds(tx, of)
      const before = await lockRefund(tx, id)
      if (before.state === 'paid' && before.paidOn === paidOn && before.slipNumber === slipNumber)
        return toMoved(ctx, before)
      if (before.state !== 'agreed') throw conflict(`这笔退款${stateNameOf(ctx, before)}，不能登记汇出`)
      refuseStale(before, version)
      if (paidOn > dayOf(ctx.now)) throw invalid('汇出日期不能晚于今天', { paidOn: '不能晚于今天' })
      await refuseSent(tx, id)
      return toMoved(ctx, await payOut(tx, before, { paidOn, slipNumber, way: 'slip' }))
    }),
} satisfies Partial<Handlers<typeof refundContract>>

/** Ends what a payer requested, and tells the payer why. */
async function refuse(ctx: Ctx, before: Refund, by: ReturnType<typeof decisionColumns>): Promise<Refund> {
  const after = await change(ctx, before, { ...by, state: 'refused' }, 'refund.refused')
  await notifyOfRefund(ctx, 'refused', after, (await readRefund(ctx, before.id)).of)
  return after
}

/**
 * Applies a refusal by the second person, or a withdrawal by whoever asked for the approval. What a payer requested is
 * then to be examined again.
 */
onApprovalEnded(AGREE, async (ctx, input, { state, reason }) => {
  const { id } = refundContract[AGREE].input.parse(input)
  const before = await lockRefund(ctx, id)
  if (before.state !== 'asked') return
  const by = decisionColumns(ctx, signedInActor(ctx).accountId, reason)
  if (!before.requestedBy) await change(ctx, before, { ...by, state }, `refund.${state}`)
  else if (state === 'refused') await refuse(ctx, before, by)
  else {
    const again = { state: 'requested', askedBy: null, approvalId: null, approvalUntil: null } as const
    await change(ctx, before, again, 'refund.withdrawn')
  }
})
