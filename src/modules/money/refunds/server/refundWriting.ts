import { eq, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { cancelApproval, requestApproval } from '#lib/server/api/secondPerson.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { refundStateNames } from '#modules/ledger/refundWords.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { lineOf } from '#modules/ledger/statements/server/lineOf.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { refundContract } from '../contract.ts'
import { stateOf } from './refundState.ts'
import { type Refund, readRefund } from './refunds.ts'
import { refundWay } from './refundWay.ts'

export const AGREE = 'POST /staff/refund/agree'

export const named = ({ id }: Pick<Refund, 'id'>, of: OwedRecord) => ({
  objectType: 'refund',
  objectId: id,
  objectName: `${of.payer} ${of.about}`,
})
export const stateNameOf = (ctx: Ctx, of: Refund) => refundStateNames[stateOf(ctx, of)]
export function toMoved(ctx: Ctx, of: Refund) {
  const state = stateOf(ctx, of)
  return { id: of.id, state, stateName: refundStateNames[state], version: of.version }
}

/** Readable text for the audit log and the approver, without the account number. */
export const words = (ctx: Ctx, of: Refund) => ({
  state: stateNameOf(ctx, of),
  ...wordsOf(of),
})
const wordsOf = ({ amount, reason, payee, bank, accountMasked, approvalUntil, paidOn, slipNumber, ...of }: Refund) => ({
  退款金额: formatYuan(amount),
  申请金额: of.requestedAmount !== null && formatYuan(of.requestedAmount),
  改变金额的原因: of.amountReason,
  按规则:
    of.ruleReason &&
    [of.ruleAmount !== null && `${formatYuan(of.ruleAmount)} 元`, of.ruleReason].filter(Boolean).join('，'),
  原因: reason,
  收款户名: payee,
  开户行: bank,
  收款账号: accountMasked,
  同意截止: approvalUntil && minute(iso(approvalUntil)),
  汇出日期: paidOn,
  银行回单号: slipNumber,
})
export const NOTHING = {}

export async function lockRefund(ctx: Ctx, id: number): Promise<Refund> {
  const [one] = await ctx.db.select().from(refund).where(eq(refund.id, id)).for('update')
  if (!one) throw notFound('这笔退款不存在')
  return one
}

/** The same, after its approval was cancelled: locked before the refund, as whoever agrees locks them. */
export async function lockWithoutApproval(ctx: Ctx, id: number): Promise<Refund> {
  const [seen] = await ctx.db.select().from(refund).where(eq(refund.id, id))
  if (seen?.approvalId) await cancelApproval(ctx, seen.approvalId)
  return lockRefund(ctx, id)
}

export function refuseStale(before: Refund, version: number): void {
  if (before.version !== version) throw conflict('这笔退款刚有变化，请刷新后再办理')
}

/** Writes the row and the line of the audit log. */
export async function change(ctx: Ctx, before: Refund, set: Partial<Refund>, action: string): Promise<Refund> {
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

export const decisionColumns = (ctx: Ctx, by: number, note = '') => ({ decidedBy: by, decidedAt: ctx.now, note })

type PayeeAccount = { payee: string; bank: string; account: string }

/** Account of the refund: the one entered; otherwise back through the payment provider, or to the account that paid. */
export async function accountOf(ctx: Ctx, of: OwedRecord, { account }: PayeeAccount) {
  if (account) return { accountSealed: ctx.encryption.encrypt(account), accountMasked: `**** ${account.slice(-4)}` }
  if (await refundWay()?.nameOf(ctx, of)) return { accountSealed: null, accountMasked: '' }
  const line = await lineOf(ctx, of.id)
  if (!line?.accountSealed) throw invalid('请填写收款账号', { account: '请填写收款账号' })
  return { accountSealed: line.accountSealed, accountMasked: line.accountMasked }
}

type Waiting = Pick<Refund, 'approvalId' | 'approvalUntil'>

/** Requests the approval of a second person, with everything being approved. */
export async function requestSecondApproval(ctx: Ctx, asked: Refund, of: OwedRecord): Promise<Waiting> {
  const endpoint = refundContract[AGREE]
  const changes = Object.entries(wordsOf({ ...asked, approvalUntil: null }))
    .filter(([, text]) => text)
    .map(([label, text]) => ({ of: `${of.payer} ${of.about}`, label, before: '', after: String(text) }))
  const { id, expiresAt } = await requestApproval(ctx, { key: AGREE, endpoint, input: { id: asked.id }, changes })
  return { approvalId: id, approvalUntil: expiresAt }
}
