import type { Ctx } from '#lib/server/api/context.ts'
import { notifyStaff } from '#modules/messages/server/desk.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'

const imported = defineTemplate({
  code: 'desk.statement',
  group: '工作人员',
  name: '银行流水已导入',
  sms: '',
  title: '银行流水已导入：{流水}',
  content: '{导入人} 导入了“{流水}”，{笔数} 笔收入，其中 {可入账} 笔可以直接入账，请核对。',
  placeholders: { 导入人: '钱一诺', 流水: '演示银行 2026-11.xlsx', 笔数: '36', 可入账: '31' },
})

type Statement = { id: number; name: string; by: string; added: number; certain: number }

/** The others of that desk, once its lines have been matched with what is owed. */
export async function tellOfStatement(ctx: Ctx, { id, name, by, added, certain }: Statement): Promise<void> {
  const values = { 导入人: by, 流水: name, 笔数: String(added), 可入账: String(certain) }
  const texts = await renderTemplate(ctx, imported.code, values)
  const link = { route: `/staff/statements/${id}`, objectType: 'bankStatement', objectId: id }
  await notifyStaff(ctx, { permission: 'staff:finance' }, { ...texts, kind: 'money', sms: undefined, ...link })
}
