import type { Ctx } from '#lib/server/api/context.ts'
import { notifyStaff } from '#modules/messages/server/desk.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { type Handover, handoverNumber } from './handoverNumber.ts'

const arrived = defineTemplate({
  code: 'desk.handover',
  group: '工作人员',
  name: '收到联系人变更申请',
  sms: '',
  title: '联系人变更：{单位}',
  content: '“{单位}”提交了联系人变更申请（{办理编号}），请核对变更函。',
  placeholders: { 单位: '示例机电有限公司', 办理编号: 'LX2026-000012' },
})

export async function tellDeskOfHandover(ctx: Ctx, of: Handover): Promise<void> {
  const texts = await renderTemplate(ctx, arrived.code, { 单位: of.orgName, 办理编号: handoverNumber(of) })
  const link = { route: `/staff/handovers/${of.id}`, objectType: 'handover', objectId: of.id }
  await notifyStaff(ctx, { permission: 'staff:members' }, { ...texts, kind: 'desk', sms: undefined, ...link })
}
