import type { Ctx } from '#lib/server/api/context.ts'
import type { Place } from '#lib/server/api/permissionLimits.ts'
import { covers, type Grants } from '#modules/accounts/roles/server/grants.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { type Application, kindOf, separateScreenOf } from '#modules/review/server/applicationKinds.ts'
import { placeOfApplication } from '#modules/review/server/provinces.ts'
import { application, type publicNotice } from '#modules/review/server/tables.ts'
import { deskOf, nameOfState, permissionAt, type State } from '#modules/review/workflow.ts'

defineSubject('application', application)

const shared = { group: '工作人员', sms: '' }
const about = { 申请种类: '入会申请', 申请名称: '示例机电有限公司', 编号: 'RH2026-000123', 状态: '待初审' }

defineTemplate({
  ...shared,
  code: 'desk.arrived',
  name: '申请到达岗位',
  placeholders: about,
  title: '{申请种类}{状态}：{申请名称}',
  content: '“{申请名称}”的{申请种类}（编号 {编号}）{状态}，请办理。',
})
defineTemplate({
  ...shared,
  code: 'desk.assigned',
  name: '申请交我办理',
  placeholders: { ...about, 指派人: '冉星河' },
  title: '交您办理：{申请名称}的{申请种类}',
  content: '{指派人} 将“{申请名称}”的{申请种类}（编号 {编号}，{状态}）交您办理。',
  sms: '“{申请名称}”的{申请种类}（{编号}）已交您办理，请登录工作后台查看。',
})
defineTemplate({
  ...shared,
  code: 'desk.assignedMany',
  name: '一批申请交我办理',
  placeholders: { 份数: '17', 指派人: '冉星河' },
  title: '{份数} 份申请交您办理',
  content: '{指派人} 将 {份数} 份申请交您办理，请在审核台“由我负责”中查看。',
})
defineTemplate({
  ...shared,
  code: 'desk.unassigned',
  name: '撤回交我办理的申请',
  placeholders: { 份数: '17', 指派人: '冉星河' },
  title: '撤回交您办理的 {份数} 份申请',
  content: '{指派人} 撤回了刚才交您办理的 {份数} 份申请，不必再办。',
})
defineTemplate({
  ...shared,
  code: 'desk.mention',
  name: '备注提到我',
  title: '{写备注的人} 在备注中提到您：{申请名称}',
  content: '{写备注的人} 在“{申请名称}”的{申请种类}（编号 {编号}）备注中写道：\n{备注}',
  placeholders: { ...about, 写备注的人: '冉星河', 备注: '@石砚 请核对业绩合同。' },
})
defineTemplate({
  ...shared,
  code: 'desk.objection',
  name: '收到公示异议',
  title: '收到公示异议 {受理编号}',
  content: '“{公示}”收到实名异议（{受理编号}），公示已暂停计时，请受理并核查。',
  sms: '“{公示}”收到实名异议（{受理编号}），请登录工作后台受理。',
  placeholders: { 受理编号: 'YY2026-000012', 公示: '拟吸收会员公示（2026 年第 3 批）' },
})

const valuesOf = (of: Application) => ({
  申请种类: kindOf(of).name,
  申请名称: of.title,
  编号: of.number ?? '',
  状态: nameOfState(of.state),
})
const linkOf = (of: Application) => ({
  route: separateScreenOf(of)?.route?.(of.id) ?? `/staff/review/${of.id}`,
  objectType: 'application',
  objectId: of.id,
})

/**
 * Notifies the staff who act next if the application comes from somebody else: its assignee, or else everyone with that
 * permission. `actorId`: who took the step, if not the caller; they are not told.
 */
export async function notifyDesk(
  ctx: Ctx,
  from: State,
  of: Application,
  by: 'applicant' | 'staff' | 'calendar',
  actorId?: number | null,
) {
  const permission = permissionAt(of.state)
  if (!permission || of.state === 'noticed') return
  if (by === 'staff' && deskOf(from) === deskOf(of.state)) return
  const own = kindOf(of).desk?.(of)
  const texts = await renderTemplate(ctx, 'desk.arrived', valuesOf(of))
  const place = await placeOfApplication(ctx, of.id)
  const assignee = (await activeStaff(ctx)).find(({ id }) => id === of.assigneeId)
  // Check the assignee again: the applicant may have moved, or the colleague's role been limited, since.
  const isTheirs = assignee && covers(assignee.grants, permission, place)
  const desk = { permission: own?.permission ?? permission, ...place }
  const to = isTheirs ? { accountIds: [assignee.id] } : desk
  const awaitsAct = !own && !separateScreenOf(of)
  const message = {
    ...texts,
    kind: 'desk' as const,
    sms: undefined,
    awaitsAct,
    ...linkOf(of),
    ...(own && { route: own.route }),
  }
  await notifyStaff(ctx, to, message, actorId ?? undefined)
}

export async function notifyAssignee(ctx: Ctx, of: Application, assigneeId: number) {
  const awaitsAct = !kindOf(of).desk?.(of) && !separateScreenOf(of)
  const texts = await renderTemplate(ctx, 'desk.assigned', { ...valuesOf(of), 指派人: await ownName(ctx) })
  await notifyStaff(ctx, { accountIds: [assigneeId] }, { ...texts, kind: 'assigned', awaitsAct, ...linkOf(of) })
}

/** Tells a colleague in one message of several applications that came to them, or that were taken back. */
export async function notifyOfMany(
  ctx: Ctx,
  code: 'desk.assignedMany' | 'desk.unassigned',
  count: number,
  assigneeId: number,
) {
  const texts = await renderTemplate(ctx, code, { 份数: String(count), 指派人: await ownName(ctx) })
  const route = '/staff/review?status=open&assignee=me'
  await notifyStaff(ctx, { accountIds: [assigneeId] }, { ...texts, sms: undefined, kind: 'assigned', route })
}

/** `@` and a name, as it stands in the list of colleagues. */
export async function notifyMentioned(ctx: Ctx, of: Application, note: string) {
  if (!note.includes('@')) return
  const place = await placeOfApplication(ctx, of.id)
  const named = (await activeStaff(ctx)).filter(
    ({ name, grants }) => note.includes(`@${name}`) && maySee(grants, place),
  )
  if (named.length === 0) return
  const values = { ...valuesOf(of), 写备注的人: await ownName(ctx), 备注: note }
  const texts = await renderTemplate(ctx, 'desk.mention', values)
  const to = { accountIds: named.map(({ id }) => id) }
  await notifyStaff(ctx, to, { ...texts, kind: 'mention', sms: undefined, ...linkOf(of) })
}

/** Excludes colleagues whose access is limited to other applications. */
const maySee = (grants: Grants, place: Place) =>
  !grants.has('staff:applications') || covers(grants, 'staff:applications', place)

type Notice = typeof publicNotice.$inferSelect

export async function notifyObjection(ctx: Ctx, number: string, { id, title }: Notice) {
  const texts = await renderTemplate(ctx, 'desk.objection', { 受理编号: number, 公示: title })
  const about = { route: `/staff/notices/${id}`, objectType: 'publicNotice', objectId: id }
  await notifyStaff(ctx, { permission: 'staff:decide' }, { ...texts, kind: 'objection', ...about })
}
