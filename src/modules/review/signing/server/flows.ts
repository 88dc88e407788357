import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { UntrustedNotification } from '#lib/server/http/signedNotices.ts'
import { nextPollAt } from '#lib/server/jobs/nextPoll.ts'
import { record } from '#modules/audit/server/record.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { type FlowState, flowStateNames } from '../flowStates.ts'
import type { SigningStatus } from './signingDriver.ts'
import { signingFlow } from './tables.ts'

export type Flow = typeof signingFlow.$inferSelect

const isOf = ({ id }: Pick<Application, 'id'>) => eq(signingFlow.applicationId, id)

/** The last one of an application, however it stands. */
export async function newestFlow({ db }: Pick<Ctx, 'db'>, of: Pick<Application, 'id'>): Promise<Flow | undefined> {
  const [found] = await db.select().from(signingFlow).where(isOf(of)).orderBy(desc(signingFlow.id)).limit(1)
  return found
}

/** Returns the flows whose signed form has been stored, newest first. */
export const keptFlows = ({ db }: Pick<Ctx, 'db'>, of: Pick<Application, 'id'>): Promise<Flow[]> =>
  db
    .select()
    .from(signingFlow)
    .where(and(isOf(of), eq(signingFlow.state, 'kept')))
    .orderBy(desc(signingFlow.id))

export const UNDER_WAY: readonly FlowState[] = ['sending', 'signing', 'signed']
export const isUnderWay = ({ state }: Pick<Flow, 'state'>): boolean => UNDER_WAY.includes(state)

export async function updateFlow({ db }: Pick<Ctx, 'db'>, { id }: Pick<Flow, 'id'>, set: Partial<Flow>): Promise<Flow> {
  const [after] = await db.update(signingFlow).set(set).where(eq(signingFlow.id, id)).returning()
  return after!
}

type End = { from: readonly FlowState[]; to: FlowState; problem: string }

/** Ends it without a signed form; where it has gone on by another way in the meantime, it stays as it is. */
export const endFlow = (ctx: Ctx, { id }: Flow, { from, to, problem }: End): Promise<Flow> =>
  inTransaction(ctx, async tx => {
    const [of] = await tx.db.select().from(signingFlow).where(eq(signingFlow.id, id)).for('update')
    if (!from.includes(of!.state)) return of!
    await record(tx, {
      action: 'application.unsigned',
      objectType: 'application',
      objectId: of!.applicationId,
      detail: { flow: of!.number, reason: problem || flowStateNames[to] },
    })
    return updateFlow({ db: tx.db }, of!, { state: to, problem, endedAt: ctx.now, askAgainAt: null })
  })

/**
 * Applies a status from the provider, which may arrive late, repeatedly or out of order. Ended flows do not change; a
 * status that does not match the request is not trusted and throws.
 */
export const applySigningStatus = (ctx: Ctx, word: SigningStatus): Promise<Flow> =>
  inTransaction(ctx, async tx => {
    const [of] = await tx.db.select().from(signingFlow).where(eq(signingFlow.number, word.flowNumber)).for('update')
    if (!of) throw new UntrustedNotification('没有这个流程编号')
    if (word.documentSha256 !== of.sha256) throw new UntrustedNotification('文件与送签的不符')
    switch (word.state) {
      case 'signing':
        return isWaiting(of) ? applyOpened(tx, of, word) : of
      case 'signed':
        return applySigned(tx, of, word)
      case 'refused':
      case 'expired':
        return applyEnded(tx, of, word.state, word.reason)
    }
  })

const WAITING: readonly FlowState[] = ['sending', 'signing']
const isWaiting = ({ state }: Flow) => WAITING.includes(state)

/** A service that has begun it anew has another address for it. */
const applyOpened = (ctx: Ctx, of: Flow, { link }: SigningStatus): Promise<Flow> =>
  updateFlow(ctx, of, {
    link,
    problem: '',
    ...(of.state === 'sending' && { state: 'signing', askAgainAt: nextPollAt(ctx, of.createdAt) }),
  })

async function applySigned(ctx: Ctx, of: Flow, { signed }: SigningStatus): Promise<Flow> {
  if (!signed) throw new UntrustedNotification('没有说签好的是哪个文件')
  if (isWaiting(of)) {
    const { sha256: signedSha256, size: signedSize } = signed
    return updateFlow(ctx, of, { state: 'signed', signedSha256, signedSize, problem: '', askAgainAt: ctx.now })
  }
  if (of.state !== 'signed' && of.state !== 'kept')
    throw new UntrustedNotification(`${flowStateNames[of.state]}，不能再说已签章`)
  if (of.signedSha256 !== signed.sha256) throw new UntrustedNotification('签好的文件与先前说的不是同一个')
  return of
}

async function applyEnded(ctx: Ctx, of: Flow, state: 'refused' | 'expired', reason: string): Promise<Flow> {
  if (of.state === state) return of
  if (!isWaiting(of)) throw new UntrustedNotification(`${flowStateNames[of.state]}，不能再说${flowStateNames[state]}`)
  return endFlow(ctx, of, { from: WAITING, to: state, problem: reason })
}
