import type { Ctx } from '#lib/server/api/context.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'

const shared = { group: '工作人员', sms: '' }
const about = { 操作: '修改收款账户', 同事: '关毅' }

const asked = defineTemplate({
  ...shared,
  code: 'desk.approvalAsked',
  name: '有操作等待复核',
  title: '请复核：{操作}',
  content: '{同事}提出“{操作}”，须由另一位同事复核后生效，7 天内有效。请核对前后内容，与本人确认以后再同意。',
  placeholders: about,
})
const decided = defineTemplate({
  ...shared,
  code: 'desk.approvalDecided',
  name: '复核的结果',
  title: '{操作}：{结果}',
  content: '您提出的“{操作}”由{同事}复核：{结果}。{原因}',
  placeholders: { ...about, 结果: '同意，已生效', 原因: '' },
})

const ROUTE = '/staff/approvals'
const nameOf = (ctx: Ctx) => (ctx.actor.kind === 'anonymous' ? '系统' : ctx.actor.userName)

export async function notifyRequested(ctx: Ctx, { id, name, to }: { id: number; name: string; to: number[] }) {
  const texts = await renderTemplate(ctx, asked.code, { 操作: name, 同事: nameOf(ctx) })
  const link = { route: ROUTE, objectType: 'approval', objectId: id }
  await notifyStaff(ctx, { accountIds: to }, { ...texts, sms: undefined, kind: 'operation', awaitsAct: true, ...link })
}

type Decision = { id: number; name: string; to: number; result: string; reason?: string }

export async function notifyDecided(ctx: Ctx, { id, name, to, result, reason = '' }: Decision) {
  const values = { 操作: name, 同事: nameOf(ctx), 结果: result, 原因: reason && `原因：${reason}` }
  const texts = await renderTemplate(ctx, decided.code, values)
  const link = { route: ROUTE, objectType: 'approval', objectId: id }
  await notifyStaff(ctx, { accountIds: [to] }, { ...texts, sms: undefined, kind: 'operation', ...link })
}
