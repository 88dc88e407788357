import { eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { invalid, notFound } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import { covers, type Grants } from '#modules/accounts/roles/server/grants.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { notifyAssignee } from '#modules/review/server/deskMessages.ts'
import { placeOfApplication } from '#modules/review/server/provinces.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { allStages, deskOf, isClosed, nameOfState } from '#modules/review/workflow.ts'
import type { staffDeskContract } from '../deskContract.ts'

type Endpoints = typeof staffDeskContract
type Colleague = Output<Endpoints['GET /staff/review/colleagues']>[number]

type AtDesk = Colleague & { grants: Grants }

/** Returns the staff who may act on applications, with their permissions and limits. */
async function readColleagues(ctx: Pick<Ctx, 'db' | 'now'>): Promise<AtDesk[]> {
  return (await activeStaff(ctx)).flatMap(({ id, name, grants }) => {
    const permissions = [...grants.keys()].filter(isDesk)
    return permissions.length > 0 ? { id, name, permissions, grants } : []
  })
}

/** Tells whether applications can be assigned to holders of this permission. */
const isDesk = (permission: Permission) => allStages().some(stage => stage.permission === permission)

/** Lays one on a colleague's desk. */
export async function assignTo(ctx: Ctx, id: number, toId: number): Promise<string> {
  const colleagues = await readColleagues(ctx)
  const to = colleagues.find(one => one.id === toId)
  if (!to) throw invalid('这位同事的岗位不办理申请')
  return assignOne(ctx, id, to, colleagues)
}

export const assigningHandlers = {
  'GET /staff/review/colleagues': async ctx =>
    (await readColleagues(ctx)).map(({ id, name, permissions }) => ({ id, name, permissions })),
  /** Lays applications on somebody's desk, or takes them from it. */
  'POST /staff/review/assign': async (ctx, { ids, assigneeId }) => {
    const colleagues = await readColleagues(ctx)
    const to = colleagues.find(({ id }) => id === assigneeId)
    if (assigneeId !== null && !to) throw invalid('请选择负责申请的同事', { assigneeId: '请选择负责申请的同事' })
    return bulkApply(ctx, ids, id => assignOne(ctx, id, to ?? null, colleagues))
  },
} satisfies Partial<Handlers<Endpoints>>

const assignOne = (ctx: Ctx, id: number, to: AtDesk | null, colleagues: AtDesk[]) =>
  inTransaction(ctx, async tx => {
    const of = await lockApplication(tx, id)
    if (of.state === 'draft') throw notFound('申请不存在，或尚未提交')
    const place = await placeOfApplication(tx, id)
    refuseOutside(tx, 'staff:applications', place.province, place.kind)
    if (isClosed(of.state)) throw invalid(`${nameOfState(of.state)}，无需指派`)
    if (to && !to.permissions.includes(deskOf(of.state)!))
      throw invalid(`${nameOfState(of.state)}，不由${to.name}的岗位处理`)
    if (to && !covers(to.grants, deskOf(of.state)!, place)) throw invalid(`该申请不在${to.name}负责的地区或事项之内`)
    await tx.db
      .update(application)
      .set({ assigneeId: to?.id ?? null })
      .where(eq(application.id, id))
    await recordChange(tx, {
      action: 'application.assign',
      objectType: 'application',
      objectId: id,
      objectName: of.title,
      before: { assignee: colleagues.find(one => one.id === of.assigneeId)?.name ?? null },
      after: { assignee: to?.name ?? null },
    })
    if (to && to.id !== of.assigneeId) await notifyAssignee(tx, of, to.id)
    return to ? `已指派给${to.name}` : '已取消指派'
  })
