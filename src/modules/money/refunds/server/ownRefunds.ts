import { and, eq, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { type RefundTerms, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { refundStateNames } from '#modules/ledger/refundWords.ts'
import { lockRefunds } from '#modules/ledger/server/refunds.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { lineOf } from '#modules/ledger/statements/server/lineOf.ts'
import { isOfActor } from '../../receivables/server/payers.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecordsById, records } from '../../receivables/server/records.ts'
import type { ownRefundsContract } from '../contract.ts'
import { amountByRule } from '../refundAmount.ts'
import { amountWords, notifyCashiers, notifyOfRefund } from './refundMessages.ts'
import { promiseOf, readPromise } from './refundPromise.ts'
import { type Refund, readRefunds } from './refunds.ts'
import { refundableOf } from './refundsOf.ts'
import { refundWay } from './refundWay.ts'
import {
  accountOf,
  change,
  decisionColumns,
  lockWithoutApproval,
  NOTHING,
  named,
  refuseStale,
  toMoved,
  words,
} from './refundWriting.ts'

/** A receivable that the caller has paid, or the caller's organisation; that of anybody else does not exist for them. */
async function ownRecord(ctx: Ctx, id: number): Promise<OwedRecord> {
  const [of] = await readRecordsById(ctx, [id], await isOfActor(ctx))
  if (!of) throw notFound('这笔款项不存在，或不是您缴的')
  return of
}

const DECIDED_BY_STAFF: RefundTerms = { text: '', percent: null, reason: '', ending: null }

async function termsOf(ctx: Ctx, { kind, payableId }: OwedRecord): Promise<RefundTerms> {
  const terms = (await receivableKind(kind)?.refundTerms?.(ctx, payableId)) ?? DECIDED_BY_STAFF
  const { note } = await readPromise(ctx)
  return { ...terms, text: [terms.text, note].filter(Boolean).join('\n') }
}

/** Ways back that need no bank account: the way of the online payment, or the account that paid. */
async function waysBack(ctx: Ctx, of: OwedRecord): Promise<{ online: string; payerAccount: string }> {
  const online = (await refundWay()?.nameOf(ctx, of)) ?? ''
  const line = online ? undefined : await lineOf(ctx, of.id)
  return { online, payerAccount: line?.accountSealed ? line.accountMasked : '' }
}

const NO_ACCOUNT = { payee: '', bank: '', account: '' }

const mayWithdraw = ({ state, requestedBy }: Refund) =>
  requestedBy !== null && (state === 'requested' || state === 'asked')

type OwnRefund = { id: number }

export const ownRefundsHandlers: Handlers<typeof ownRefundsContract> = {
  'GET /member/refund/list': async (ctx, asked) => {
    const from = sql`${refund} join ${records} on r.kind = ${refund.payable} and r.payable_id = ${refund.payableId}
      where (${refund.requestedBy} is not null or ${refund.state} in ('agreed', 'paid')) and ${await isOfActor(ctx)}`
    const [{ rows }, counted, days] = await Promise.all([
      ctx.db.execute<OwnRefund>(
        sql`select ${refund.id} as id from ${from} order by ${refund.id} desc limit ${asked.pageSize} offset ${offset(asked)}`,
      ),
      ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`),
      readPromise(ctx),
    ])
    const entries = await readRefunds(
      ctx,
      rows.map(({ id }) => id),
    )
    const list = entries
      .toSorted((one, other) => other.refund.id - one.refund.id)
      .map(({ refund: one, of }) => {
        const { examineBy, payBy } = promiseOf(one, days)
        const { state } = one
        return {
          id: one.id,
          receivableId: of.id,
          kindName: kindName(of.kind),
          about: of.about,
          amount: one.amount,
          reason: one.reason,
          amountWords: amountWords(one),
          state,
          stateName: refundStateNames[state],
          requestedOn: one.requestedAt && dayOf(one.requestedAt),
          agreedOn: (state === 'agreed' || state === 'paid') && one.decidedAt ? dayOf(one.decidedAt) : null,
          examineBy: state === 'requested' ? examineBy : null,
          payBy: state === 'requested' || state === 'asked' || state === 'agreed' ? payBy : null,
          paidOn: one.paidOn,
          account: one.accountMasked,
          note: one.note,
          canWithdraw: mayWithdraw(one),
          version: one.version,
        }
      })
    return toPage(list, counted.rows[0]!.n, asked)
  },
  'GET /member/refund/options': async (ctx, { receivable }) => {
    const of = await ownRecord(ctx, receivable)
    const { text, percent, reason, ending } = await termsOf(ctx, of)
    const { examineBy, payBy } = promiseOf({ requestedAt: ctx.now, askedAt: ctx.now }, await readPromise(ctx))
    return {
      receivableId: of.id,
      kindName: kindName(of.kind),
      payer: of.payer,
      about: of.about,
      received: Number(of.received),
      refunded: Number(of.refunded),
      underWay: Number(of.refunding),
      refundable: refundableOf(of),
      rule: { text, percent, reason },
      ending,
      ...(await waysBack(ctx, of)),
      examineBy,
      payBy,
    }
  },
  /** Gives up what is asked back and writes the request, both or neither. */
  'POST /member/refund/request': (ctx, { receivable, amount, reason, parts, once, ...given }) =>
    inTransaction(ctx, async tx => {
      const seen = await ownRecord(tx, receivable)
      await lockRefunds(tx, seen)
      const own = signedInActor(ctx).accountId
      const [again] = await tx.db
        .select()
        .from(refund)
        .where(and(eq(refund.requestOnce, once), eq(refund.requestedBy, own)))
      if (again) return toMoved(ctx, again)
      const of = await ownRecord(tx, receivable)
      const terms = await termsOf(tx, of)
      const most = mostOf(of, terms, parts)
      const { online, payerAccount } = await waysBack(tx, of)
      const going = online ? NO_ACCOUNT : { payee: given.payee, bank: given.bank, account: given.account }
      refuseFaults({
        ...(terms.ending && parts.length === 0 && { parts: '请选择退出的人员或内容' }),
        ...(amount === 0 && !terms.ending && { amount: '应大于 0' }),
        ...(amount > most && { amount: `最多可退 ${formatYuan(most)} 元` }),
        ...(amount > 0 && !going.account && !online && !payerAccount && { account: '请填写收款账号' }),
        ...(going.account && !going.payee && { payee: '请填写收款户名' }),
        ...(going.account && !going.bank && { bank: '请填写开户行' }),
      })
      if (terms.ending) await receivableKind(of.kind)!.giveUp!(tx, of.payableId, parts, reason)
      if (amount === 0) return null
      const [asked] = await tx.db
        .insert(refund)
        .values({
          payable: of.kind,
          payableId: of.payableId,
          amount,
          reason,
          payee: going.payee || of.payer,
          bank: going.bank || online,
          ...(await accountOf(tx, of, going)),
          state: 'requested',
          requestedBy: own,
          requestedAt: ctx.now,
          requestOnce: once,
          requestedAmount: amount,
          ruleAmount: terms.percent === null ? null : amountByRule(most, terms.percent),
          ruleReason: terms.reason,
          askedAt: ctx.now,
        })
        .returning()
      await recordChange(tx, {
        action: 'refund.request',
        ...named(asked!, of),
        before: NOTHING,
        after: words(ctx, asked!),
      })
      await notifyOfRefund(tx, 'requested', asked!, of)
      await notifyCashiers(tx, asked!, of)
      return toMoved(ctx, asked!)
    }),
  'POST /member/refund/withdraw': (ctx, { id, version }) =>
    inTransaction(ctx, async tx => {
      const [found] = await readRefunds(tx, [id])
      if (!found?.refund.requestedBy) throw notFound('这笔退款申请不存在，或不是您提出的')
      await ownRecord(tx, found.of.id)
      const before = await lockWithoutApproval(tx, id)
      if (!mayWithdraw(before)) throw conflict(`这笔退款${refundStateNames[before.state]}，不能撤回`)
      refuseStale(before, version)
      const by = decisionColumns(ctx, signedInActor(ctx).accountId)
      return toMoved(ctx, await change(tx, before, { ...by, state: 'withdrawn' }, 'refund.withdraw'))
    }),
}

/** Most that may be requested: of what is given up its shares, and never more than has not gone back. */
function mostOf(of: OwedRecord, { ending }: RefundTerms, parts: readonly number[]): number {
  const most = refundableOf(of)
  if (most === 0)
    throw conflict(Number(of.received) > 0 ? '这笔款项已全部退还或正在退还' : '这笔款项没有到账，没有可退的')
  if (!ending || parts.length === 0) return most
  if (parts.some(id => !ending.parts.some(part => part.id === id)))
    throw conflict('所选的人员或内容刚有变化，请刷新后再办理')
  return Math.min(most, sumAmounts(ending.parts.filter(({ id }) => parts.includes(id)).map(part => part.amount)))
}

function refuseFaults(faults: Record<string, string>): void {
  const texts = Object.values(faults)
  if (texts.length > 0) throw invalid(texts.join('；'), faults)
}
