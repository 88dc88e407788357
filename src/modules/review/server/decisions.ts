import { and, desc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, forbidden, invalid } from '#lib/error.ts'
import { type Ctx, signed } from '#lib/server/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import type { reviewContract } from '../contract.ts'
import { type Remark, type State, staffPermission, stateNames } from '../workflow.ts'
import { type Application, kindOf, slotName } from './kinds.ts'
import { closeNotice, noticeEnd } from './notices.ts'
import { advance, lockApplication, tooLate } from './steps.ts'
import { applicationEvent } from './tables.ts'

type Decision = Parsed<(typeof reviewContract)['POST /staff/review/decide']>
type Decided = Output<(typeof reviewContract)['POST /staff/review/decide']>

/** What a member of staff decides, each by the endpoint of the permission that the application's state asks for. */
export const decideAs =
  (permission: (typeof staffPermission)[State]) =>
  async (ctx: Ctx, decision: Decision): Promise<Decided> =>
    ctx.db.transaction(async db => {
      const tx = { ...ctx, db }
      const current = await lockApplication(tx, decision.id)
      if (current.version !== decision.version) throw await tooLate(tx, current, decision.action)
      if (!staffPermission[current.state]) throw await tooLate(tx, current, decision.action)
      if (staffPermission[current.state] !== permission)
        throw forbidden(`该申请${stateNames[current.state]}，不由您的岗位处理`)
      await mayDecide(tx, current, decision)
      const remarks = await toRemarks(tx, current, decision)
      const moved = await advance(tx, current, {
        ...{ action: decision.action, by: 'staff', actorName: await nameOf(tx) },
        ...{ opinion: decision.opinion, remarks },
      })
      if (current.state === 'noticed') await closeNotice(tx, current.id)
      return { id: moved.id, status: moved.state, statusName: stateNames[moved.state], version: moved.version }
    })

/** Under the name that colleagues know. */
async function nameOf(ctx: Ctx): Promise<string> {
  const [own] = await ctx.db
    .select({ displayName: account.displayName })
    .from(account)
    .where(eq(account.id, signed(ctx).accountId))
  return own!.displayName
}

/** Rules of the house beyond the table: reasons, four eyes, a notice that has run its time. */
async function mayDecide(ctx: Ctx, current: Application, { action, opinion, remarks }: Decision) {
  if (action !== 'pass' && !opinion && remarks.length === 0)
    throw invalid('退回或不予通过须说明理由', { opinion: '请填写理由，申请人会看到' })
  if (current.state === 'deciding' && (await passedLast(ctx, current)) === signed(ctx).accountId)
    throw forbidden('该申请由您复审通过，审议结果须由另一位工作人员记录')
  const end = current.state === 'noticed' && action === 'pass' && (await noticeEnd(ctx, current.id))
  if (end && dayOf(ctx.now) <= end) throw conflict(`公示期到 ${end} 结束，此后才能通过`)
}

async function passedLast({ db }: Ctx, { id }: Application): Promise<number | null | undefined> {
  const [last] = await db
    .select({ actorId: applicationEvent.actorId })
    .from(applicationEvent)
    .where(and(eq(applicationEvent.applicationId, id), eq(applicationEvent.action, 'pass')))
    .orderBy(desc(applicationEvent.id))
    .limit(1)
  return last?.actorId
}

/** What was marked, under the names that the applicant knows; a mark at something that is not there is refused. */
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
