import type { SecondPerson } from '#lib/access/secondPerson.ts'
import type { Endpoint } from '#lib/contract.ts'
import { awaitingApproval, forbidden } from '#lib/error.ts'
import { hook } from '../hook.ts'
import type { Ctx } from './context.ts'

/** A call that takes a second person, with its input as the schema has read it; `act` does it. */
export type PendingCall = { key: string; endpoint: Endpoint; input: unknown; act: (ctx: Ctx) => Promise<unknown> }
type Approvals = {
  /** Whether the settings of the association require a second person for this rule. */
  isWanted: (ctx: Ctx, rule: SecondPerson['rule']) => Promise<boolean>
  /** Keeps what is asked for until somebody else agrees. */
  request: (ctx: Ctx, asked: PendingCall) => Promise<unknown>
  /** The same for a record that says itself what the second person reads. */
  requestFor: (ctx: Ctx, asked: PendingRecordCall) => Promise<RequestedApproval>
  /** Cancels a request that nobody has decided yet. */
  cancel: (ctx: Ctx, id: number) => Promise<void>
}
/** `id` cancels the request; after `expiresAt` nobody can agree to it any more. */
export type RequestedApproval = { id: number; expiresAt: Date }
/** A call that waits with its record; `changes`: what the second person reads. */
export type PendingRecordCall = Omit<PendingCall, 'act'> & { changes: Change[] }
/** Difference that the second person reads; `of`: the record concerned. */
export type Change = { of: string; label: string; before: string; after: string }

const approvals = hook<Approvals>('approvals by a second person')

/** The module that keeps what waits for a second person says how. */
export const defineApprovals = approvals.define

/** Lets a record wait for a second person, who then makes this call of it. */
export const requestApproval = (ctx: Ctx, asked: PendingRecordCall): Promise<RequestedApproval> =>
  approvals.get().requestFor(ctx, asked)
export const cancelApproval = async (ctx: Ctx, id: number) => approvals.find()?.cancel(ctx, id)

type Ending = { state: 'refused' | 'withdrawn'; reason: string }
const listeners = new Map<string, (ctx: Ctx, input: unknown, ending: Ending) => Promise<void>>()

/** Registers what a record does when its pending call is refused or withdrawn. */
export const onApprovalEnded = (key: string, listener: (ctx: Ctx, input: unknown, ending: Ending) => Promise<void>) => {
  listeners.set(key, listener)
}
export const endApproval = async (ctx: Ctx, key: string, input: unknown, ending: Ending) =>
  listeners.get(key)?.(ctx, input, ending)

/** Whether a second person is required and none has agreed yet. */
export const lacksSecondPerson = async (ctx: Ctx, rule: SecondPerson['rule']): Promise<boolean> =>
  ctx.agreedBy === undefined && ((await approvals.find()?.isWanted(ctx, rule)) ?? false)

/** Goes on where one person is enough or a second one has agreed; else the call is kept, and refused with that news. */
export async function awaitSecondPerson(ctx: Ctx, asked: PendingCall): Promise<void> {
  const { rule, when = {}, onlyByApproval } = asked.endpoint.secondPerson!
  const given = asked.input as Record<string, unknown>
  const isMeant = Object.entries(when).every(([name, value]) => given[name] === value)
  if (!isMeant || !(await lacksSecondPerson(ctx, rule))) return
  if (onlyByApproval) throw forbidden('这一步不能直接办理：由申请人提出，另一位同事在“双人复核”同意时执行')
  await approvals.get().request(ctx, asked)
  throw awaitingApproval('已提交，须由另一位有同样权限的同事复核同意后生效。可在“双人复核”查看或撤回。')
}
