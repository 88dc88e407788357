import { and, count, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Place, refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import { covers, type Grants } from '#modules/accounts/roles/server/grants.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { notifyAssignee, notifyOfMany } from '#modules/review/server/deskMessages.ts'
import { applicationsWithin, placeColumns, placeOfApplication } from '#modules/review/server/provinces.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { allStages, deskOf, isClosed, nameOfState, openStates } from '#modules/review/workflow.ts'
import type { staffDeskContract } from '../deskContract.ts'

type Endpoints = typeof staffDeskContract
type Colleague = Output<Endpoints['GET /staff/review/colleagues']>[number]

type AtDesk = Colleague & { grants: Grants }

/** Returns the staff who may act on applications, with their permissions and limits. */
export async function readColleagues(ctx: Pick<Ctx, 'db' | 'now'>): Promise<AtDesk[]> {
  return (await activeStaff(ctx)).flatMap(({ id, name, grants }) => {
    const permissions = [...grants.keys()].filter(isDesk)
    return permissions.length > 0 ? { id, name, permissions, grants } : []
  })
}

/** Tells whether applications can be assigned to holders of this permission. */
const isDesk = (permission: Permission) => allStages().some(stage => stage.permission === permission)

/** Lays one on a colleague's desk. */
export async function assignTo(ctx: Ctx, id: number, toId: number): Promise<string> {
  const to = (await readColleagues(ctx)).find(one => one.id === toId)
  if (!to) throw invalid('这位同事的岗位不办理申请')
  return assignOne(ctx, id, to)
}

export const assigningHandlers = {
  'GET /staff/review/colleagues': async ctx =>
    (await readColleagues(ctx)).map(({ id, name, permissions }) => ({ id, name, permissions })),
  /** Lays applications on somebody's desk, or takes them from it. */
  'POST /staff/review/assign': async (ctx, { ids, assigneeId }) => {
    const to = (await readColleagues(ctx)).find(({ id }) => id === assigneeId)
    if (assigneeId !== null && !to) throw invalid('请选择负责申请的同事', { assigneeId: '请选择负责申请的同事' })
    return bulkApply(ctx, ids, id => assignOne(ctx, id, to ?? null))
  },
  'GET /staff/review/assignable': async (ctx, { ids }) => {
    const colleagues = await readColleagues(ctx)
    const open = await openWorkOf(
      ctx,
      colleagues.map(({ id }) => id),
    )
    const found = await ctx.db
      .select({ state: application.state, place: placeColumns() })
      .from(application)
      .where(and(inArray(application.id, ids), applicationsWithin(ctx, 'staff:applications')))
    const isFor = (to: AtDesk) => (of: (typeof found)[number]) =>
      !isClosed(of.state) && faultOfAssigning(of, of.place, to) === undefined
    return {
      total: found.length,
      colleagues: colleagues.map(to => ({
        id: to.id,
        name: to.name,
        may: found.filter(isFor(to)).length,
        open: open.get(to.id) ?? 0,
      })),
    }
  },
  'POST /staff/review/distribute': (ctx, { ids, assigneeIds }) => distribute(ctx, ids, assigneeIds),
  'POST /staff/review/assign/undo': (ctx, { items }) => undoAssigning(ctx, items),
} satisfies Partial<Handlers<Endpoints>>

/** Why an application cannot be assigned to a colleague; undefined: it can. */
function faultOfAssigning({ state }: Pick<Application, 'state'>, place: Place, to: AtDesk): string | undefined {
  if (!to.permissions.includes(deskOf(state)!)) return `${nameOfState(state)}，不由${to.name}的岗位处理`
  return covers(to.grants, deskOf(state)!, place) ? undefined : `该申请不在${to.name}负责的地区或事项之内`
}

/** Locks an application that the caller may assign. */
async function lockForAssigning(tx: Ctx, id: number) {
  const of = await lockApplication(tx, id)
  if (of.state === 'draft') throw notFound('申请不存在，或尚未提交')
  const place = await placeOfApplication(tx, id)
  refuseOutside(tx, 'staff:applications', place.province, place.kind)
  if (isClosed(of.state)) throw invalid(`${nameOfState(of.state)}，无需指派`)
  return { of, place }
}

/** Sets who is responsible, and records who was before. */
async function writeAssignee(tx: Ctx, of: Application, to: Pick<AtDesk, 'id' | 'name'> | null) {
  const [former] = await tx.db
    .select({ name: account.displayName })
    .from(account)
    .where(eq(account.id, of.assigneeId ?? 0))
  await tx.db
    .update(application)
    .set({ assigneeId: to?.id ?? null })
    .where(eq(application.id, of.id))
  await recordChange(tx, {
    action: 'application.assign',
    objectType: 'application',
    objectId: of.id,
    objectName: of.title,
    before: { assignee: former?.name ?? null },
    after: { assignee: to?.name ?? null },
  })
}

const assignOne = (ctx: Ctx, id: number, to: AtDesk | null) =>
  inTransaction(ctx, async tx => {
    const { of, place } = await lockForAssigning(tx, id)
    const fault = to && faultOfAssigning(of, place, to)
    if (fault) throw invalid(fault)
    await writeAssignee(tx, of, to)
    if (to && to.id !== of.assigneeId) await notifyAssignee(tx, of, to.id)
    return to ? `已指派给${to.name}` : '已取消指派'
  })

/** Number of open applications that each colleague is responsible for. */
async function openWorkOf({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: application.assigneeId, n: count() })
    .from(application)
    .where(and(inArray(application.assigneeId, [...ids]), inArray(application.state, openStates())))
    .groupBy(application.assigneeId)
  return new Map(rows.map(({ id, n }) => [id!, n]))
}

type Distributed = Output<Endpoints['POST /staff/review/distribute']>

/**
 * Gives each application to the colleague who may act on it and has got the fewest so far, or to nobody if none is chosen,
 * and tells each of them once. Ids are locked in their order, so that two who distribute do not wait for each other.
 */
const distribute = (ctx: Ctx, ids: readonly number[], assigneeIds: readonly number[]): Promise<Distributed> =>
  inTransaction(ctx, async tx => {
    const colleagues = (await readColleagues(tx)).filter(({ id }) => assigneeIds.includes(id))
    if (colleagues.length < new Set(assigneeIds).size)
      throw invalid('所选的同事中有人不再办理申请，请重新选择', { assigneeIds: '请重新选择同事' })
    const open = await openWorkOf(tx, assigneeIds)
    const given = new Map(colleagues.map(({ id }) => [id, 0]))
    const moved = new Map<number, { of: Application; to: AtDesk | null }>()
    const inOrder = ids.toSorted((one, other) => one - other)
    const results = await bulkApply(tx, inOrder, async id => {
      const { of, to } = await inTransaction(tx, async inside => {
        const { of, place } = await lockForAssigning(inside, id)
        const faults = colleagues.map(one => faultOfAssigning(of, place, one))
        const able = colleagues.filter((_, i) => faults[i] === undefined)
        const [to = null] = able.toSorted(
          (a, b) => given.get(a.id)! - given.get(b.id)! || (open.get(a.id) ?? 0) - (open.get(b.id) ?? 0),
        )
        if (!to && colleagues.length > 0) throw invalid([...new Set(faults)].join('；'))
        if (of.assigneeId !== (to?.id ?? null)) await writeAssignee(inside, of, to)
        return { of, to }
      })
      if (to) given.set(to.id, given.get(to.id)! + 1)
      if (of.assigneeId === (to?.id ?? null)) return to ? `已在${to.name}手上` : '本来没有指派'
      moved.set(id, { of, to })
      return to ? `已指派给${to.name}` : '已取消指派'
    })
    for (const { id } of colleagues) {
      const fresh = [...moved.values()].filter(({ to }) => to?.id === id)
      if (fresh.length === 1) await notifyAssignee(tx, fresh[0]!.of, id)
      if (fresh.length > 1) await notifyOfMany(tx, 'desk.assignedMany', fresh.length, id)
    }
    return results.map(result => {
      const found = moved.get(result.id)
      return {
        ...result,
        move: found ? { assigneeId: found.to?.id ?? null, formerId: found.of.assigneeId } : null,
      }
    })
  })

type Undone = Parsed<Endpoints['POST /staff/review/assign/undo']>['items']

/** Puts applications back to who was responsible before, unless somebody else has moved them on. */
const undoAssigning = (ctx: Ctx, items: Undone) =>
  inTransaction(ctx, async tx => {
    const colleagues = await readColleagues(tx)
    const taken = new Map<number, number>()
    const ids = items.map(({ id }) => id).toSorted((one, other) => one - other)
    const results = await bulkApply(tx, ids, async id => {
      const { assigneeId, formerId } = items.find(one => one.id === id)!
      await inTransaction(tx, async inside => {
        const { of, place } = await lockForAssigning(inside, id)
        if (of.assigneeId !== assigneeId) throw conflict('已改由别人负责，没有撤销')
        const former = colleagues.find(one => one.id === formerId) ?? null
        if (formerId !== null && (!former || faultOfAssigning(of, place, former)))
          throw invalid('原来的负责人现在不能办理它，没有撤销')
        await writeAssignee(inside, of, former)
      })
      if (assigneeId !== null) taken.set(assigneeId, (taken.get(assigneeId) ?? 0) + 1)
      return '已恢复原来的负责人'
    })
    for (const [id, n] of taken) await notifyOfMany(tx, 'desk.unassigned', n, id)
    return results
  })
