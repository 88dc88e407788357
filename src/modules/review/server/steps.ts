import { desc, eq } from 'drizzle-orm'
import { addDays, dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { record } from '#modules/audit/server/record.ts'
import {
  type Action,
  deskOf,
  isClosed,
  nameOfAction,
  type Remark,
  type State,
  transition,
  waitsFor,
} from '../workflow.ts'
import { type Application, kindOf } from './applicationKinds.ts'
import { holdDecision, notifyOfStep, sendHeld } from './heldDecisions.ts'
import { openNotice } from './notices.ts'
import { application, applicationEvent } from './tables.ts'

/** Days that an applicant has to correct, submit materials or pay. */
const DAYS_TO_ACT = 60

type Step = {
  action: Action
  by: 'applicant' | 'staff' | 'calendar'
  actorName: string
  opinion?: string
  remarks?: Remark[]
  /** Last day for the applicant to act, if not the usual time. */
  dueOn?: string
  /** The next step follows in the same transaction: nobody is told of this one. */
  isPassing?: boolean
  /** Keeps its messages back until then, so that it can be taken back. */
  holdUntil?: Date | undefined
  /** What it passes over, and why. */
  exceptions?: string[]
  exceptionReason?: string
  /** Columns changed by a submission. */
  handedIn?: Partial<Pick<Application, 'form' | 'materials' | 'title' | 'revision' | 'number'>>
}

/** The row, locked until the transaction ends: whoever else wants to act on it waits and then sees what was done. */
export async function lockApplication({ db }: Ctx, id: number): Promise<Application> {
  const [found] = await db.select().from(application).where(eq(application.id, id)).for('update')
  if (!found) throw notFound('申请不存在')
  return found
}

/** Returns an application for staff, to whom drafts do not exist. */
export async function submittedApplication({ db }: Pick<Ctx, 'db'>, id: number): Promise<Application> {
  const [found] = await db.select().from(application).where(eq(application.id, id))
  if (!found || found.state === 'draft') throw notFound('申请不存在，或尚未提交')
  return found
}

/**
 * Performs one step of the workflow: state, event, effects of the kind, message and audit record, all in the caller's
 * transaction. The row must be locked.
 */
export async function advanceApplication(ctx: Ctx, current: Application, step: Step): Promise<Application> {
  const kind = kindOf(current)
  const { path, fields } = await kind.schema(ctx, current)
  const to = transition(path, current.state, step.action)
  if (!to) throw await applicationConflict(ctx, current, step.action)
  // On trial only this step counts: what it passes on the way is no news of its own.
  if (!ctx.isDryRun) await sendHeld(ctx, current)
  const handedIn = step.handedIn ?? {}
  const changed = {
    ...handedIn,
    state: to,
    stateSince: ctx.now,
    version: current.version + 1,
    remarks: step.action === 'return' ? (step.remarks ?? []) : [],
    dueOn: step.dueOn ?? (await dueOn(ctx, current, to)),
    ...(step.handedIn && { submittedAt: ctx.now }),
    ...(isClosed(to) ? { decidedAt: ctx.now } : deskOf(to) !== deskOf(current.state) && { assigneeId: null }),
    updatedAt: ctx.now,
  }
  const [moved] = await ctx.db.update(application).set(changed).where(eq(application.id, current.id)).returning()
  const taken = {
    applicationId: current.id,
    action: step.action,
    from: current.state,
    to,
    by: step.by,
    actorName: step.actorName,
    actorId: actingAccount(ctx),
    opinion: step.opinion ?? '',
    remarks: step.remarks ?? [],
    revision: moved!.revision,
    ...(step.handedIn && { form: moved!.form, materials: moved!.materials }),
    exceptions: step.exceptions ?? [],
    exceptionReason: step.exceptionReason ?? '',
    at: ctx.now,
  }
  const [event] = await ctx.db.insert(applicationEvent).values(taken).returning({ id: applicationEvent.id })
  const values = decryptForm(fields, moved!.form, ctx.encryption)
  if (to === 'noticed') await openNotice(ctx, moved!, values)
  const effect = await kind.entered?.[to]?.(ctx, { application: moved!, values })
  if (effect?.resultId)
    await ctx.db.update(application).set({ resultId: effect.resultId }).where(eq(application.id, current.id))
  const say = effect?.say
  // On trial it is told at once, which says whom it will reach.
  if (step.holdUntil && !ctx.isDryRun)
    await holdDecision(ctx, { eventId: event!.id, before: current, say, until: step.holdUntil })
  else if (!step.isPassing) await notifyOfStep(ctx, current.state, moved!, { ...step, say })
  await record(ctx, {
    action: `application.${step.action}`,
    objectType: 'application',
    objectId: current.id,
    detail: {
      number: moved!.number,
      from: current.state,
      to,
      opinion: step.opinion,
      ...(step.exceptions?.length && { exceptions: step.exceptions, exceptionReason: step.exceptionReason }),
    },
  })
  return { ...moved!, resultId: effect?.resultId ?? moved!.resultId }
}

/** The last day in a state; none where only the association acts. */
async function dueOn(ctx: Ctx, current: Application, to: State): Promise<string | null> {
  if (waitsFor(to) !== 'applicant' && to !== 'waiting') return null
  const { dueOn } = kindOf(current)
  return (await dueOn?.(ctx, current, to)) ?? addDays(dayOf(ctx.now), DAYS_TO_ACT)
}

/** Builds the conflict error: who acted first and when, or why the action is not possible now. */
export async function applicationConflict({ db }: Ctx, { id }: Application, wanted: Action) {
  const [last] = await db
    .select()
    .from(applicationEvent)
    .where(eq(applicationEvent.applicationId, id))
    .orderBy(desc(applicationEvent.id))
    .limit(1)
  if (!last) return conflict(`当前状态不能${nameOfAction(wanted)}，请刷新后查看`)
  const who = last.by === 'calendar' ? '系统' : last.by === 'applicant' ? '申请人' : ` ${last.actorName} `
  return conflict(`已由${who}于 ${minute(iso(last.at))} ${nameOfAction(last.action)}，请刷新后查看最新状态`)
}
