import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, forbidden, invalid } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { actAsDeputy } from '#lib/server/api/deputy.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { type Application, kindOf, separateScreenOf, slotName } from '#modules/review/server/applicationKinds.ts'
import { FOUR_EYES, lastReviewers } from '#modules/review/server/fourEyes.ts'
import { assertMayLeaveNotice, closeNotice } from '#modules/review/server/notices.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { nameOfApplicationState } from '#modules/review/server/stateWords.ts'
import { advanceApplication, applicationConflict, lockApplication } from '#modules/review/server/steps.ts'
import { nameOfState, permissionAt, type Remark, transition } from '#modules/review/workflow.ts'
import type { caseContract } from '../caseContract.ts'
import { exceptionsOf, votingRule } from './exceptions.ts'
import { holdUntil } from './undoing.ts'

type Given = Parsed<(typeof caseContract)['POST /staff/review/decide']>
type Decision = Omit<Given, 'exceptionReason'> & Partial<Pick<Given, 'exceptionReason'>>
type Decided = Output<(typeof caseContract)['POST /staff/review/decide']>

/** Records a decision through the endpoint of the permission that the application's state requires. */
export const decideAs =
  (permission: Permission, how: How = {}) =>
  async (ctx: Ctx, decision: Decision): Promise<Decided> => {
    // Check access first: even the name of a faster colleague is shown only for applications within the caller's
    // limits.
    await refuseApplicationOutside(ctx, permission, decision.id)
    return decide(ctx, decision, [permission], how)
  }

/** `atDesk`: by a person at the desk of applications, who may take it back and says why a condition is passed over. */
type How = { atDesk?: boolean }

/**
 * Records a decision in its own transaction. `permissions` must include the one that the application's state requires.
 */
export const decide = (
  ctx: Ctx,
  decision: Decision,
  permissions: readonly string[],
  { atDesk = false }: How = {},
): Promise<Decided> =>
  ctx.db.transaction(async db => {
    const current = await lockApplication({ ...ctx, db }, decision.id)
    const asked = permissionAt(current.state)
    const tx = actAsDeputy({ ...ctx, db }, asked ?? '')
    if (asked) await refuseApplicationOutside(tx, asked, current.id)
    if (current.version !== decision.version || !asked) throw await applicationConflict(tx, current, decision.action)
    if (!permissions.includes(asked)) throw forbidden(`该申请${nameOfState(current.state)}，不由您的岗位处理`)
    const elsewhere = separateScreenOf(current)?.hint
    if (elsewhere) throw conflict(elsewhere)
    await assertMayDecide(tx, current, decision)
    const exceptions = atDesk ? await assertExplained(tx, current, decision) : undefined
    const remarks = await toRemarks(tx, current, decision)
    const { path } = await kindOf(current).schema(tx, current)
    const to = transition(path, current.state, decision.action)
    const moved = await advanceApplication(tx, current, {
      action: decision.action,
      by: 'staff',
      actorName: await ownName(tx),
      opinion: decision.opinion,
      remarks,
      ...exceptions,
      holdUntil: atDesk && to ? await holdUntil(tx, current, to) : undefined,
    })
    if (current.state === 'noticed') await closeNotice(tx, current.id)
    const statusName = await nameOfApplicationState(tx, moved)
    return { id: moved.id, status: moved.state, statusName, version: moved.version }
  })

/** Asks why where conditions, or the vote of a meeting, are passed over; what is then recorded with the step. */
async function assertExplained(ctx: Ctx, current: Application, { action, opinion, exceptionReason }: Decision) {
  if (action === 'return') return
  if (action === 'reject') {
    const vote = await votingRule(ctx, current)
    return vote && { exceptions: [`没有经会议表决（${vote}）`], exceptionReason: exceptionReason || opinion }
  }
  const exceptions = await exceptionsOf(ctx, current)
  if (exceptions.length === 0) return
  const reason = exceptionReason?.trim()
  if (!reason)
    throw invalid(`仍要通过的，须说明理由：${exceptions.join('；')}`, { exceptionReason: '请说明仍要通过的理由' })
  return { exceptions, exceptionReason: reason }
}

/** Rules of the house beyond the table: reasons, four eyes, a notice that has run its time. */
async function assertMayDecide(ctx: Ctx, current: Application, { action, opinion, remarks }: Decision) {
  if (action !== 'pass' && !opinion && remarks.length === 0)
    throw invalid('退回或不予通过须说明理由', { opinion: '请填写理由，申请人会看到' })
  if (
    current.state === 'deciding' &&
    (await lastReviewers(ctx, [current.id])).get(current.id) === signedInActor(ctx).accountId
  )
    throw forbidden(FOUR_EYES)
  const bar = await kindOf(current).bars?.(ctx, current)
  if (bar) throw forbidden(bar)
  if (current.state === 'noticed') await assertMayLeaveNotice(ctx, current, action)
}

/** Adds the labels that the applicant knows to the remarks; throws if a field or slot does not exist. */
async function toRemarks(ctx: Ctx, current: Application, { action, remarks }: Decision): Promise<Remark[]> {
  if (action !== 'return') return []
  const schema = await kindOf(current).schema(ctx, current)
  return remarks.map(({ field, slot, text }) => {
    if (!field && !slot) return { label: '整体', text }
    const label = field ? schema.fields.find(({ name }) => name === field)?.label : slotName(schema, slot!)
    if (!label || (slot && !schema.slots.some(({ code }) => code === slot)))
      throw invalid('批注的栏目不存在', { remarks: '批注的栏目不存在' })
    return { ...(field ? { field } : { slot }), label, text }
  })
}
