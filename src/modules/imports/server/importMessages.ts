import type { Ctx } from '#lib/server/api/context.ts'
import { notifyStaff } from '#modules/messages/server/desk.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { Batch } from './work.ts'

const shared = { group: '工作人员', sms: '' }
const about = { 导入: '会员：会员名册.xlsx' }

const done = defineTemplate({
  ...shared,
  code: 'desk.importDone',
  name: '批量导入完成',

  title: '导入完成：{导入}',
  content: '“{导入}”已导入：新增 {新增} 行，更新 {更新} 行，有问题未导入 {未导入} 行。',
  placeholders: { ...about, 新增: '120', 更新: '8', 未导入: '2' },
})
const failed = defineTemplate({
  ...shared,
  code: 'desk.importFailed',
  name: '批量导入没有成功',
  title: '导入没有成功：{导入}',
  content: '“{导入}”没有写入任何数据：{原因}',
  placeholders: { ...about, 原因: '有 2 行有问题' },
})

/** Who began it: they may have gone on with something else meanwhile. */
export async function tellOfImport(
  ctx: Ctx,
  batch: Batch,
  name: string,
  ended: { added: number; changed: number; bad: number } | { reason: string },
): Promise<void> {
  const values: Record<string, string> =
    'reason' in ended
      ? { 原因: ended.reason }
      : { 新增: String(ended.added), 更新: String(ended.changed), 未导入: String(ended.bad) }
  const texts = await renderTemplate(ctx, 'reason' in ended ? failed.code : done.code, { 导入: name, ...values })
  const link = { route: `/staff/imports/${batch.id}`, objectType: 'import_batch', objectId: batch.id }
  // Told although it was they who did it: the end comes later than the act.
  const byItself = { ...ctx, actor: { kind: 'anonymous' as const } }
  await notifyStaff(
    byItself,
    { accountIds: [batch.createdBy] },
    { ...texts, kind: 'operation', sms: undefined, ...link },
  )
}
