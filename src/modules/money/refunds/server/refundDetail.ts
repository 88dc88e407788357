import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import type { refundContract } from '../contract.ts'
import { promiseOf, readPromise } from './refundPromise.ts'
import { stateOf } from './refundState.ts'
import { readRefund, toRefund } from './refunds.ts'
import { refundWay } from './refundWay.ts'
import { named } from './refundWriting.ts'

export const refundDetailHandlers = {
  'GET /staff/refund/detail': async (ctx, { id }) => {
    const found = await readRefund(ctx, id)
    const { refund: one, of } = found
    const promise = one.requestedBy ? promiseOf(one, await readPromise(ctx)) : undefined
    const isAccepted = one.requestedBy !== null && one.askedBy !== null
    return {
      ...toRefund(found, ctx),
      version: one.version,
      received: Number(of.received),
      payee: one.payee,
      bank: one.bank,
      account: one.accountMasked,
      requestedAmount: one.requestedAmount,
      amountReason: one.amountReason,
      ruleAmount: one.ruleAmount,
      ruleReason: one.ruleReason,
      examineBy: promise?.examineBy ?? null,
      payBy: promise?.payBy ?? null,
      acceptedName: isAccepted ? found.askedName : '',
      acceptedTime: isAccepted ? iso(one.askedAt) : null,
      isMine: one.askedBy === signedInActor(ctx).accountId,
      approvalId: stateOf(ctx, one) === 'asked' ? one.approvalId : null,
      approvalUntil: one.approvalUntil && iso(one.approvalUntil),
      decidedName: found.decidedName,
      decidedTime: one.decidedAt && iso(one.decidedAt),
      note: one.note,
      paidName: found.paidName,
      paidTime: one.paidAt && iso(one.paidAt),
      sent: (await refundWay()?.standingOf(ctx, id))?.text ?? '',
    }
  },
  /** Returns the whole account number and records that in the audit log. */
  'POST /staff/refund/account': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const { refund: one, of } = await readRefund(tx, id)
      if (!one.accountSealed) throw notFound('这笔退款没有登记收款账号')
      await record(tx, { action: 'refund.reveal', ...named(one, of) })
      return { account: ctx.encryption.decrypt(one.accountSealed) }
    }),
} satisfies Partial<Handlers<typeof refundContract>>
