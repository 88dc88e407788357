import { and, asc, desc, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, forbidden } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { actAsDeputy } from '#lib/server/api/deputy.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { type Application, kindOf, separateScreenOf } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { heldDecisionOn, notifyOfStep, sendHeld } from '#modules/review/server/heldDecisions.ts'
import { meetingDesk } from '#modules/review/server/meetingDesk.ts'
import { takeDownNotice } from '#modules/review/server/notices.ts'
import { isOwnDesk, refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { applicationConflict, lockApplication } from '#modules/review/server/steps.ts'
import { application, applicationEvent, heldDecision } from '#modules/review/server/tables.ts'
import {
  isClosed,
  nameOfAction,
  nameOfState,
  openStates,
  permissionAt,
  type State,
  transition,
} from '#modules/review/workflow.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { type caseContract, type Decision, decisions } from '../caseContract.ts'

type Endpoints = typeof caseContract
type Case = Output<Endpoints['GET /staff/review/detail']>
type Decided = Output<Endpoints['POST /staff/review/undo']>

/**
 * Taking a decision back. Until its messages leave, whoever works at that desk undoes it, and no step of it is left,
 * although an applicant who signed in meanwhile has seen it. After that the applicant was told: two of staff correct it,
 * with a reason, and both steps stay in the history.
 */

/** Why a decision from one state to another takes effect for good; undefined: it can be taken back. */
function finality(of: Application, from: State, to: State): string | undefined {
  const { entered, reversible } = kindOf(of)
  if (permissionAt(from) === 'staff:finance') return '款项的收退在“收款”中办理'
  if (from === 'noticed') return '公示随之结束'
  if (entered?.[to] && !reversible?.includes(to))
    return isClosed(to)
      ? '办结的结果（如编号、证书、名额）随即生效'
      : `“${nameOfState(to)}”的后续事项（如应缴费用）随即生效`
}

/** Until when the messages of a decision wait; undefined: they leave at once. */
export async function holdUntil(ctx: Ctx, of: Application, to: State): Promise<Date | undefined> {
  if (finality(of, of.state, to)) return
  const { holdMinutes } = await readGroup(ctx, 'decisions')
  return holdMinutes > 0 ? new Date(ctx.now.getTime() + holdMinutes * 60_000) : undefined
}

/** Says beforehand what each decision does, whom it tells when, and whether it can be taken back. */
export async function consequencesOf(ctx: Ctx, of: Application): Promise<Record<Decision, string>> {
  const { path } = await kindOf(of).schema(ctx, of)
  const { holdMinutes } = await readGroup(ctx, 'decisions')
  const words = await readStateWords(ctx)
  const say = (action: Decision) => {
    const to = transition(path, of.state, action)
    if (!to) return ''
    const final = finality(of, of.state, to)
    const told = final
      ? `申请人立即收到通知。${final}，不能撤销。`
      : holdMinutes > 0
        ? `${holdMinutes} 分钟内可以撤销，此后通知申请人；申请人登录后立即能看到。此后再要更正须说明原因，并由另一位同事复核。`
        : '申请人立即收到通知；要更正须说明原因，并由另一位同事复核。'
    return `${effects[action](words.nameOf({ kind: of.kind, state: to }))}${to === 'noticed' ? '公示立即对外可见，撤销时撤下。' : ''}${told}`
  }
  return { pass: say('pass'), return: say('return'), reject: say('reject') }
}

const effects: Record<Decision, (to: string) => string> = {
  pass: to => `确认后为“${to}”。`,
  return: () => '申请人会看到理由和逐项要求，补正后重新提交。',
  reject: () => '确认后这份申请即告终止，申请人会看到理由。',
}

/** What of the last decision can be taken back now by whoever asks. */
export async function undoingOf(ctx: Ctx, of: Application): Promise<Pick<Case, 'undo' | 'correction'>> {
  const found = await heldDecisionOn(ctx, of)
  if (!found) return { undo: null, correction: await correctionOf(ctx, of) }
  const { held, event } = found
  const mayUndo = await isOwnDesk(ctx, { id: of.id, state: held.before.state })
  const said = {
    eventId: event.id,
    actionName: nameOfAction(event.action),
    actorName: event.actorName,
    until: iso(held.dueAt),
  }
  return { undo: { ...said, mayUndo }, correction: null }
}

async function correctionOf(ctx: Ctx, of: Application): Promise<Case['correction']> {
  const event = await lastDecision(ctx, of)
  if (!event || !(await isOwnDesk(ctx, { id: of.id, state: event.from }))) return null
  const obstacle = await obstacleToCorrect(ctx, of, event)
  return {
    eventId: event.id,
    actionName: nameOfAction(event.action),
    toName: nameOfState(event.from),
    obstacle: obstacle ?? null,
  }
}

type Event = typeof applicationEvent.$inferSelect

/** The last step, where it is a decision of staff. */
async function lastDecision({ db }: Ctx, { id, state }: Application): Promise<Event | undefined> {
  const [last] = await db
    .select()
    .from(applicationEvent)
    .where(eq(applicationEvent.applicationId, id))
    .orderBy(desc(applicationEvent.id))
    .limit(1)
  return last?.by === 'staff' && last.to === state && decisions.some(action => action === last.action)
    ? last
    : undefined
}

async function obstacleToCorrect(ctx: Ctx, of: Application, { id, from, to }: Event): Promise<string | undefined> {
  const elsewhere = separateScreenOf({ ...of, state: from })?.hint
  if (elsewhere) return elsewhere
  const final = finality(of, from, to)
  if (final) return `${final}，不能纠正`
  if (to === 'noticed') return '正在公示，请在公示环节办理'
  if ((await meetingDesk().votesOn(ctx, of.id)).has(id)) return '由会议决定，须由会议更正'
  if (isClosed(to) && (await hasBegunAnew(ctx, of))) return BEGUN_ANEW
}

const BEGUN_ANEW = '申请人已另行开始同一事项的申请'

async function hasBegunAnew({ db }: Ctx, { id, accountId, kind, subjectId }: Application): Promise<boolean> {
  if (accountId === null) return false
  const same = and(
    eq(application.accountId, accountId),
    eq(application.kind, kind),
    sql`${application.subjectId} is not distinct from ${subjectId}`,
    inArray(application.state, openStates()),
    ne(application.id, id),
  )
  return (await db.$count(application, same)) > 0
}

/** Makes as if the decision had never been: state, step and messages. The log keeps that it was. */
export const undoDecision = (
  ctx: Ctx,
  { id, eventId }: Parsed<Endpoints['POST /staff/review/undo']>,
): Promise<Decided> =>
  inTransaction(ctx, async inside => {
    await refuseApplicationOutside(inside, 'staff:applications', id)
    const current = await lockApplication(inside, id)
    const found = await heldDecisionOn(inside, current)
    if (found?.event.id !== eventId) throw await undoConflict(inside, current, eventId)
    const { held, event } = found
    const { stateSince, decidedAt, ...before } = held.before
    if (!(await isOwnDesk(inside, { id, state: before.state })))
      throw forbidden(`该申请${nameOfState(before.state)}，不由您的岗位处理`)
    if (isClosed(event.to) && (await hasBegunAnew(inside, current))) throw conflict(`${BEGUN_ANEW}，不能撤销`)
    const tx = actAsDeputy(inside, permissionAt(before.state) ?? '')
    if (event.to === 'noticed') await takeDownNotice(tx, current)
    await tx.db.delete(applicationEvent).where(eq(applicationEvent.id, event.id))
    const restored = {
      ...before,
      stateSince: new Date(stateSince),
      decidedAt: decidedAt === null ? null : new Date(decidedAt),
      ...(event.action === 'return' && (await lastSubmission(tx, current))),
    }
    const moved = await writeState(tx, current, restored)
    await record(tx, {
      action: 'application.undo',
      objectType: 'application',
      objectId: id,
      objectName: current.title,
      detail: { number: current.number, from: event.to, to: moved.state, opinion: event.opinion },
    })
    return decidedOf(moved)
  })

async function undoConflict(ctx: Ctx, current: Application, eventId: number) {
  const last = await lastDecision(ctx, current)
  if (last?.id !== eventId) return movedOn(ctx, current, eventId)
  return conflict(
    `${last.actorName} 于 ${minute(iso(last.at))} 作出的决定已通知申请人，不能再撤销；确需更正的，请用“纠正”。请刷新后查看`,
  )
}

/** Says what became of a decision that is not the last step any more. */
async function movedOn(ctx: Ctx, current: Application, eventId: number) {
  const itself = and(eq(applicationEvent.id, eventId), eq(applicationEvent.applicationId, current.id))
  if ((await ctx.db.$count(applicationEvent, itself)) === 0) return conflict('这项决定已经撤销，请刷新后查看')
  return applicationConflict(ctx, current, 'correct')
}

/** Takes a decision back of which the applicant knows. Called once a second person has agreed. */
export const correctDecision = (
  ctx: Ctx,
  { id, eventId, reason }: Parsed<Endpoints['POST /staff/review/correct']>,
): Promise<Decided> =>
  inTransaction(ctx, async inside => {
    await refuseApplicationOutside(inside, 'staff:applications', id)
    const current = await lockApplication(inside, id)
    const event = await lastDecision(inside, current)
    if (event?.id !== eventId) throw await movedOn(inside, current, eventId)
    if (await heldDecisionOn(inside, current)) throw conflict('申请人还没有收到通知，可以直接撤销')
    if (!(await isOwnDesk(inside, { id, state: event.from })))
      throw forbidden(`该申请原为${nameOfState(event.from)}，不由您的岗位处理`)
    const obstacle = await obstacleToCorrect(inside, current, event)
    if (obstacle) throw conflict(obstacle)
    const tx = actAsDeputy(inside, permissionAt(event.from) ?? '')
    const back = event.action === 'return' ? await lastSubmission(tx, current) : {}
    const moved = await writeState(tx, current, {
      ...back,
      state: event.from,
      stateSince: tx.now,
      remarks: [],
      dueOn: null,
      decidedAt: null,
    })
    const step = { action: 'correct', by: 'staff', opinion: reason } as const
    await tx.db.insert(applicationEvent).values({
      ...step,
      applicationId: id,
      from: current.state,
      to: moved.state,
      actorName: await ownName(tx),
      actorId: tx.actor.kind === 'anonymous' ? null : tx.actor.accountId,
      revision: moved.revision,
      at: tx.now,
    })
    const say = `由“${nameOfState(current.state)}”恢复为“${nameOfState(moved.state)}”。`
    await notifyOfStep(tx, current.state, moved, { ...step, say })
    await record(tx, {
      action: 'application.correct',
      objectType: 'application',
      objectId: id,
      objectName: current.title,
      before: { 状态: nameOfState(current.state) },
      after: { 状态: nameOfState(moved.state) },
      detail: { number: current.number, opinion: reason },
    })
    return decidedOf(moved)
  })

/** Form, files and title as they were handed in last: what was begun to be corrected since then does not count. */
async function lastSubmission(
  ctx: Ctx,
  of: Application,
): Promise<Partial<Pick<Application, 'form' | 'materials' | 'title'>>> {
  const [last] = await ctx.db
    .select({ form: applicationEvent.form, materials: applicationEvent.materials })
    .from(applicationEvent)
    .where(and(eq(applicationEvent.applicationId, of.id), isNotNull(applicationEvent.form)))
    .orderBy(desc(applicationEvent.id))
    .limit(1)
  if (!last?.form) return {}
  const { form } = last
  const kind = kindOf(of)
  const title = kind.title(await valuesOf(ctx, { ...of, form }), of) || kind.name
  return { form, materials: last.materials ?? {}, title }
}

async function writeState({ db, now }: Ctx, { id, version }: Application, changed: Partial<Application>) {
  const [moved] = await db
    .update(application)
    .set({ ...changed, version: version + 1, updatedAt: now })
    .where(eq(application.id, id))
    .returning()
  return moved!
}

const decidedOf = ({ id, state, version }: Application): Decided => ({
  id,
  status: state,
  statusName: nameOfState(state),
  version,
})

export const undoingHandlers = {
  'POST /staff/review/undo': undoDecision,
  'POST /staff/review/correct': correctDecision,
} satisfies Partial<Handlers<Endpoints>>

const MAX_TOLD_AT_ONCE = 500

/** Job: sends the messages of decisions that were not taken back in time. */
export async function sendDueDecisions(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: heldDecision.applicationId })
    .from(heldDecision)
    .where(lte(heldDecision.dueAt, ctx.now))
    .orderBy(asc(heldDecision.dueAt))
    .limit(MAX_TOLD_AT_ONCE)
  for (const { id } of due)
    await inTransaction(ctx, async tx => {
      const of = await lockApplication(tx, id)
      const found = await heldDecisionOn(tx, of)
      // Meanwhile it may have been taken back, and another taken, whose time has just begun.
      if (found && found.held.dueAt <= tx.now) await sendHeld(tx, of)
    }).catch(error => ctx.log.error({ err: error, application: id }, 'the messages of a decision could not be sent'))
}
