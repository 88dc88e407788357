import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { callStateNames } from '#modules/awards/rules.ts'
import { type AwardKind, awardCall, awardEntry, awardKind, type Call } from '#modules/awards/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import type { State } from '#modules/review/workflow.ts'
import { callFaults } from '../callForm.ts'
import type { CallAct } from '../contract.ts'
import { callForm } from './callForm.ts'

/** Returns the display state of a call on a day: a published call is open only from its first to its last day. */
export function stateNameOf({ state, opensOn, closesOn }: Call, today: string): string {
  if (state !== 'published') return callStateNames[state]
  if (today < opensOn) return '未开始'
  return today > closesOn ? '已截止' : '申报中'
}

/** Locks a call for an action. Throws 409 if `version` is outdated. */
export async function lockCall(ctx: Ctx, id: number, version?: number): Promise<Call> {
  const [found] = await ctx.db.select().from(awardCall).where(eq(awardCall.id, id)).for('update')
  if (!found) throw notFound('申报通知不存在或已删除')
  if (version !== undefined && version !== found.version)
    throw conflict(await conflictMessage(ctx, { objectType: 'awardCall', objectId: id }))
  return found
}

export const named = ({ id, title }: Pick<Call, 'id' | 'title'>) => ({
  objectType: 'awardCall',
  objectId: id,
  objectName: title,
})

export async function writeCall(ctx: Ctx, { id }: Call, set: Partial<Call>): Promise<Call> {
  const actorName = ctx.actor.kind === 'anonymous' ? '系统' : await ownName(ctx)
  const [after] = await ctx.db
    .update(awardCall)
    .set({ ...set, actorName, version: sql`${awardCall.version} + 1`, updatedAt: ctx.now })
    .where(eq(awardCall.id, id))
    .returning()
  return after!
}

export const doneWith = (ctx: Pick<Ctx, 'now'>, of: Call) => ({
  id: of.id,
  version: of.version,
  status: of.state,
  statusName: stateNameOf(of, dayOf(ctx.now)),
})

/** Drafts that were given up were never entries. */
const isCountedEntry = sql`not (${application.state} = 'withdrawn' and ${application.revision} = 0)`

export async function countEntries({ db }: Pick<Ctx, 'db'>, callIds: readonly number[]) {
  const rows = await db
    .select({ callId: awardEntry.callId, state: application.state, group: awardEntry.groupCode, n: count() })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .where(and(inArray(awardEntry.callId, [...callIds]), isCountedEntry))
    .groupBy(awardEntry.callId, application.state, awardEntry.groupCode)
  const sum = (of: typeof rows) => of.reduce((total, { n }) => total + n, 0)
  return (callId: number) => {
    const own = rows.filter(row => row.callId === callId)
    const handedIn = own.filter(({ state }) => state !== 'draft' && state !== 'withdrawn')
    return {
      drafts: sum(own.filter(({ state }) => state === 'draft')),
      entries: sum(handedIn),
      ofState: (state: State) => sum(own.filter(row => row.state === state)),
      ofGroup: (group: string) => sum(handedIn.filter(row => row.group === group)),
    }
  }
}

/** Returns true if any entry was ever submitted, whatever its state now; the rules are then fixed. */
export const hasEntries = async ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Call, 'id'>) =>
  (await db
    .select({ id: awardEntry.id })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .where(and(eq(awardEntry.callId, id), ne(application.revision, 0)))
    .limit(1)
    .then(rows => rows.length)) > 0

/** Entries that are with experts or beyond: the call is not opened again under them. */
const BEYOND_REVIEW: State[] = ['scoring', 'deciding', 'noticed', 'approved']

export const isBeyondReview = async ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Call, 'id'>) =>
  (await db
    .select({ id: awardEntry.id })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .where(and(eq(awardEntry.callId, id), inArray(application.state, BEYOND_REVIEW)))
    .limit(1)
    .then(rows => rows.length)) > 0

/** Returns the reasons why a call cannot be published, as sentences. */
export function publishingFaults(call: Call, kind: AwardKind, today: string): string[] {
  return [
    ...Object.values(callFaults(callForm.valuesOf(call))),
    ...(call.closesOn < today ? ['截止日期已过，请先改期'] : []),
    ...(kind.isOpen ? [] : [`${kind.name}已停办`]),
    ...(kind.form === 'honour' && call.hidesApplicants ? ['表彰单位与个人的奖项不能匿名评审'] : []),
  ]
}

export async function actsOf(ctx: Ctx, call: Call): Promise<CallAct[]> {
  const today = dayOf(ctx.now)
  if (call.state === 'draft') return (await hasDraftOrEntry(ctx, call)) ? ['publish'] : ['publish', 'remove']
  const beyond = await isBeyondReview(ctx, call)
  if (call.state === 'closed') return beyond ? [] : ['prolong']
  return [
    ...(beyond ? [] : (['prolong'] as const)),
    ...(today <= call.closesOn ? (['close'] as const) : []),
    ...((await hasDraftOrEntry(ctx, call)) ? [] : (['withdraw'] as const)),
  ]
}

export const hasDraftOrEntry = async ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Call, 'id'>) =>
  (await db.$count(awardEntry, eq(awardEntry.callId, id))) > 0

export async function kindOfCall({ db }: Pick<Ctx, 'db'>, { kindId }: Pick<Call, 'kindId'>): Promise<AwardKind> {
  const [kind] = await db.select().from(awardKind).where(eq(awardKind.id, kindId))
  return kind!
}
