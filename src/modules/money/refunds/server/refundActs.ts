import { and, eq, sql } from 'drizzle-orm'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, forbidden, invalid, notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { cancelApproval, onApprovalEnded, requestApproval } from '#lib/server/api/secondPerson.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { refundStateNames } from '#modules/ledger/refundWords.ts'
import { lockRefunds } from '#modules/ledger/server/refunds.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { lineOf } from '#modules/ledger/statements/server/lineOf.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { notifyPayer } from '../../receivables/server/payers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecord } from '../../receivables/server/records.ts'
import { refundContract } from '../contract.ts'
import { stateOf } from './refundState.ts'
import { type Refund, type RefundEntry, readRefund } from './refunds.ts'
import { refundableOf } from './refundsOf.ts'
import { refundWay } from './refundWay.ts'

defineSubject('refund', refund)

const refundPaid = defineTemplate({
  code: 'money.refunded',
  group: '账务',
  name: '款项已退',
  title: '{种类}退款 {金额} 元已汇出',
  content: '{缴费人}：“{款项}”退款 {金额} 元已于 {汇出日期} 汇出{账号}，请查收。原因：{原因}',
  sms: '“{款项}”退款 {金额} 元已于 {汇出日期} 汇出，请查收。',
  placeholders: {
    缴费人: '示例机电有限公司',
    种类: '会费',
    款项: '2026 年度会费',
    金额: '200',
    汇出日期: '2026-05-20',
    账号: '至账号 **** 1234',
    原因: '多缴',
  },
})

/** The money is on its way: the payer learns how much, why and to which account. */
async function notifyRefunded(ctx: Ctx, { refund: one, of }: Pick<RefundEntry, 'refund' | 'of'>): Promise<void> {
  const texts = await renderTemplate(ctx, refundPaid.code, {
    缴费人: of.payer,
    种类: kindName(of.kind),
    款项: of.about,
    金额: formatYuan(one.amount),
    汇出日期: one.paidOn!,
    账号: one.accountMasked && `至账号 ${one.accountMasked}`,
    原因: one.reason,
  })
  const link = { route: '/admin/user/invoices', objectType: 'refund', objectId: one.id }
  await notifyPayer(ctx, of, { ...texts, ...link, kind: 'fee' })
}

const AGREE = 'POST /staff/refund/agree'

export const named = ({ id }: Pick<Refund, 'id'>, of: OwedRecord) => ({
  objectType: 'refund',
  objectId: id,
  objectName: `${of.payer} ${of.about}`,
})
const stateNameOf = (ctx: Ctx, of: Refund) => refundStateNames[stateOf(ctx, of)]
function toMoved(ctx: Ctx, of: Refund) {
  const state = stateOf(ctx, of)
  return { id: of.id, state, stateName: refundStateNames[state], version: of.version }
}

/** Readable text for the audit log and the approver, without the account number. */
const words = (ctx: Ctx, of: Refund) => ({
  state: stateNameOf(ctx, of),
  ...wordsOf(of),
})
const wordsOf = ({ amount, reason, payee, bank, accountMasked, approvalUntil, paidOn, slipNumber }: Refund) => ({
  退款金额: formatYuan(amount),
  原因: reason,
  收款户名: payee,
  开户行: bank,
  收款账号: accountMasked,
  同意截止: approvalUntil && minute(iso(approvalUntil)),
  汇出日期: paidOn,
  银行回单号: slipNumber,
})
const NOTHING = {}

async function lockRefund(ctx: Ctx, id: number): Promise<Refund> {
  const [one] = await ctx.db.select().from(refund).where(eq(refund.id, id)).for('update')
  if (!one) throw notFound('这笔退款不存在')
  return one
}

function refuseStale(before: Refund, version: number): void {
  if (before.version !== version) throw conflict('这笔退款刚有变化，请刷新后再办理')
}

/** Writes the row and the line of the audit log. */
async function change(ctx: Ctx, before: Refund, set: Partial<Refund>, action: string): Promise<Refund> {
  const [after] = await ctx.db
    .update(refund)
    .set({ ...set, version: sql`${refund.version} + 1` })
    .where(eq(refund.id, before.id))
    .returning()
  const { of } = await readRefund(ctx, before.id)
  const note = after!.note && { detail: { reason: after!.note } }
  await recordChange(ctx, {
    action,
    ...named(after!, of),
    ...note,
    before: words(ctx, before),
    after: words(ctx, after!),
  })
  return after!
}

const decisionColumns = (ctx: Ctx, by: number, note = '') => ({ decidedBy: by, decidedAt: ctx.now, note })

type PayeeAccount = { payee: string; bank: string; account: string }

/** Account of the refund: the one entered; otherwise back through the payment provider, or to the account that paid. */
async function accountOf(ctx: Ctx, of: OwedRecord, { account }: PayeeAccount) {
  if (account) return { accountSealed: ctx.encryption.encrypt(account), accountMasked: `**** ${account.slice(-4)}` }
  if (await refundWay()?.nameOf(ctx, of)) return { accountSealed: null, accountMasked: '' }
  const line = await lineOf(ctx, of.id)
  if (!line?.accountSealed) throw invalid('请填写收款账号', { account: '请填写收款账号' })
  return { accountSealed: line.accountSealed, accountMasked: line.accountMasked }
}

type Waiting = Pick<Refund, 'approvalId' | 'approvalUntil'>

/** Requests the approval of a second person, with everything being approved. */
async function requestSecondApproval(ctx: Ctx, asked: Refund, of: OwedRecord): Promise<Waiting> {
  const endpoint = refundContract[AGREE]
  const changes = Object.entries(wordsOf({ ...asked, approvalUntil: null }))
    .filter(([, text]) => text)
    .map(([label, text]) => ({ of: `${of.payer} ${of.about}`, label, before: '', after: String(text) }))
  const { id, expiresAt } = await requestApproval(ctx, { key: AGREE, endpoint, input: { id: asked.id }, changes })
  return { approvalId: id, approvalUntil: expiresAt }
}

/** Throws if the refund was sent to a provider, because the provider determines the result. */
async function refuseSent(ctx: Ctx, id: number): Promise<void> {
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
  if (Number(now.refunded) >= Number(now.received)) await kind?.refundedWhole?.(ctx, now.payableId, givenBack)
  await (kind?.tellRefunded?.(ctx, now.payableId, givenBack) ?? notifyRefunded(ctx, { refund: after, of: now }))
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
      return toMoved(ctx, after)
    }),
  'POST /staff/refund/withdraw': (ctx, { id, version, reason }) =>
    inTransaction(ctx, async tx => {
      const before = await lockRefund(tx, id)
      if (before.state !== 'asked' && before.state !== 'agreed')
        throw conflict(`这笔退款${refundStateNames[before.state]}，不能撤回`)
      refuseStale(before, version)
      await refuseSent(tx, id)
      if (before.approvalId) await cancelApproval(tx, before.approvalId)
      const by = decisionColumns(ctx, signedInActor(ctx).accountId, reason)
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

/** Applies a refusal by the second person, or a withdrawal by the requester. */
onApprovalEnded(AGREE, async (ctx, input, { state, reason }) => {
  const { id } = refundContract[AGREE].input.parse(input)
  const before = await lockRefund(ctx, id)
  if (before.state !== 'asked') return
  await change(ctx, before, { ...decisionColumns(ctx, signedInActor(ctx).accountId, reason), state }, `refund.${state}`)
})
