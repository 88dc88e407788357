import { eq } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { type ObjectionState, objectionStateNames } from '#modules/review/objection.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { closeNotice, resumeNotice } from '#modules/review/server/notices.ts'
import { advanceApplication, lockApplication } from '#modules/review/server/steps.ts'
import { objection } from '#modules/review/server/tables.ts'
import { refuseForbiddenWords } from '#modules/settings/server/publicWords.ts'
import type { staffNoticeContract } from '../contract.ts'
import {
  noticeResumed,
  notifyObjector,
  notifySubject,
  objectionAccepted,
  objectionDecided,
} from './objectionMessages.ts'
import { type Objection, objectionNumber } from './objectionNumber.ts'

export const objectionDecisionsHandlers = {
  'POST /staff/objection/accept': async (ctx, { id }) => {
    return inTransaction(ctx, async tx => {
      const { of } = await lockObjection(tx, id, 'submitted')
      await notifyObjector(tx, of, objectionAccepted)
      return updateObjection(tx, of, { state: 'accepted' })
    })
  },
  'POST /staff/objection/decide': async (ctx, { id, action, result }) => {
    await refuseForbiddenWords(ctx, { result: '核查结果' }, { result })
    return inTransaction(ctx, async tx => {
      const { of, about } = await lockObjection(tx, id, 'accepted')
      const state = action === 'uphold' ? 'upheld' : 'dismissed'
      const answer = await updateObjection(tx, of, { state, result, decidedAt: ctx.now })
      await notifyObjector(tx, of, objectionDecided, { 结论: objectionStateNames[state], 核查结果: result })
      if (state === 'upheld') await reconsider(tx, about, result)
      const toDay = await resumeNotice(tx, about)
      if (toDay) await notifySubject(tx, about, noticeResumed, { 截止日期: toDay })
      return answer
    })
  },
  /** Reveals the objector's identity to staff who must call them; logged. */
  'POST /staff/objection/reveal': async (ctx, { id }) => {
    const [of] = await ctx.db.select().from(objection).where(eq(objection.id, id))
    if (!of) throw notFound('没有这件异议')
    const objectName = objectionNumber(of)
    await record(ctx, { action: 'objection.reveal', objectType: 'objection', objectId: id, objectName })
    const { encryption } = ctx
    return {
      name: encryption.decrypt(of.nameSealed),
      phone: encryption.decrypt(of.phoneSealed),
      idNumber: of.idNumberSealed ? encryption.decrypt(of.idNumberSealed) : '',
    }
  },
} satisfies Partial<Handlers<typeof staffNoticeContract>>

/** Back to those who decided; unless it has left the notice by itself meanwhile. */
async function reconsider(ctx: Ctx, about: Application, result: string) {
  if (about.state !== 'noticed') return
  const opinion = `公示期间的异议经核查成立：${result}`
  await advanceApplication(ctx, about, { action: 'reconsider', by: 'staff', actorName: await ownName(ctx), opinion })
  await closeNotice(ctx, about.id)
}

/** The application first, as everybody else does; of two members of staff the second sees what the first did. */
async function lockObjection(
  ctx: Ctx,
  id: number,
  wanted: ObjectionState,
): Promise<{ of: Objection; about: Application }> {
  const [found] = await ctx.db.select().from(objection).where(eq(objection.id, id))
  if (!found) throw notFound('没有这件异议')
  const about = await lockApplication(ctx, found.applicationId)
  const [of] = await ctx.db.select().from(objection).where(eq(objection.id, id)).for('update')
  if (of!.state !== wanted) throw objectionConflict(of!)
  return { of: of!, about }
}

function objectionConflict({ state, actorName, updatedAt }: Objection) {
  if (state === 'submitted') return conflict('请先受理这件异议，再记录核查结果')
  return conflict(`已由 ${actorName} 于 ${minute(iso(updatedAt))} 处理：${objectionStateNames[state]}，请刷新后查看`)
}

async function updateObjection(ctx: Ctx, of: Objection, changes: Partial<Objection> & { state: ObjectionState }) {
  const { state, result = '' } = changes
  const actorName = await ownName(ctx)
  await ctx.db
    .update(objection)
    .set({ ...changes, actorName, updatedAt: ctx.now })
    .where(eq(objection.id, of.id))
  await recordChange(ctx, {
    action: `objection.${state}`,
    objectType: 'objection',
    objectId: of.id,
    objectName: objectionNumber(of),
    before: { state: of.state, result: of.result },
    after: { state, result },
  })
  return { status: state, statusName: objectionStateNames[state] }
}
