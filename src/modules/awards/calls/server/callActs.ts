import { and, eq, lt } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { awardCall, type Call } from '#modules/awards/server/tables.ts'
import type { CallAct, staffCallContract } from '../contract.ts'
import { notifyDraftAccounts } from './callNotifications.ts'
import { actsOf, doneWith, kindOfCall, lockCall, named, publishingFaults, writeCall } from './callState.ts'

type Endpoints = typeof staffCallContract
type Done = Output<Endpoints['POST /staff/award/call/publish']>
type Seen = Parsed<Endpoints['POST /staff/award/call/publish']>

const hindrances: Record<CallAct, string> = {
  publish: '申报通知已经发布',
  withdraw: '已有人在填写或已提交申报，不能撤下；需要停止的请提前截止',
  close: '申报已经截止，或尚未发布',
  prolong: '申报通知尚未发布，或已有申报进入专家评审，不能再延长',
  remove: '只能删除还是草稿、没有申报的通知',
}

/**
 * Wraps an action on a call: locks the call, refuses an action that its state does not allow, and returns the new
 * state.
 */
const callAct =
  <Input extends Seen>(what: CallAct, work: (ctx: Ctx, call: Call, input: Input) => Promise<Call>) =>
  (ctx: Ctx, input: Input): Promise<Done> =>
    inTransaction(ctx, async tx => {
      const call = await lockCall(tx, input.id, input.version)
      if (!(await actsOf(tx, call)).includes(what)) throw conflict(hindrances[what])
      return doneWith(tx, await work(tx, call, input))
    })

export const publishCall = callAct('publish', async (ctx, call) => {
  const missing = publishingFaults(call, await kindOfCall(ctx, call), dayOf(ctx.now))
  if (missing.length) throw invalid(`还不能发布：${missing.join('；')}`)
  await record(ctx, { ...named(call), action: 'awardCall.publish' })
  return writeCall(ctx, call, { state: 'published' })
})

type Closing = Parsed<Endpoints['POST /staff/award/call/close']>

type Prolonging = Parsed<Endpoints['POST /staff/award/call/prolong']>

/**
 * Closes calls past their last day, at midnight in Shanghai; applications after that day are refused anyway. Run by a
 * job.
 */
export async function closeDueCalls(ctx: Ctx): Promise<void> {
  const due = and(eq(awardCall.state, 'published'), lt(awardCall.closesOn, dayOf(ctx.now)))
  for (const { id } of await ctx.db.select({ id: awardCall.id }).from(awardCall).where(due))
    await inTransaction(ctx, async tx => {
      const call = await lockCall(tx, id)
      if (call.state !== 'published' || call.closesOn >= dayOf(ctx.now)) return
      await writeCall(tx, call, { state: 'closed' })
      await record(tx, { ...named(call), action: 'awardCall.close', detail: { closesOn: call.closesOn } })
    })
}

export const callActsHandlers = {
  'POST /staff/award/call/publish': publishCall,
  'POST /staff/award/call/withdraw': callAct('withdraw', async (ctx, call) => {
    await record(ctx, { ...named(call), action: 'awardCall.withdraw' })
    return writeCall(ctx, call, { state: 'draft' })
  }),
  /** Closes the call at once; returned entries can still be corrected. */
  'POST /staff/award/call/close': callAct<Closing>('close', async (ctx, call, { reason }) => {
    const today = dayOf(ctx.now)
    const closed = await writeCall(ctx, call, { state: 'closed', closesOn: [today, call.opensOn].sort().at(-1) })
    await record(ctx, { ...named(call), action: 'awardCall.close', detail: { reason, closesOn: closed.closesOn } })
    await notifyDraftAccounts(ctx, closed, 'closed', reason)
    return closed
  }),
  'POST /staff/award/call/prolong': callAct<Prolonging>('prolong', async (ctx, call, { closesOn, reason }) => {
    if (closesOn <= call.closesOn) throw invalid('应晚于现在的截止日期', { closesOn: `应晚于 ${call.closesOn}` })
    if (closesOn < dayOf(ctx.now)) throw invalid('不能早于今天', { closesOn: '不能早于今天' })
    const prolonged = await writeCall(ctx, call, { state: 'published', closesOn })
    await record(ctx, {
      ...named(call),
      action: 'awardCall.prolong',
      detail: { reason },
      before: { 申报截止: call.closesOn },
      after: { 申报截止: closesOn },
    })
    await notifyDraftAccounts(ctx, prolonged, 'prolonged', reason)
    return prolonged
  }),
  'POST /staff/award/call/remove': async (ctx, input) => {
    await callAct('remove', async (tx, call) => {
      await record(tx, { ...named(call), action: 'awardCall.remove' })
      await tx.db.delete(awardCall).where(eq(awardCall.id, call.id))
      return call
    })(ctx, input)
    return {}
  },
} satisfies Partial<Handlers<Endpoints>>
