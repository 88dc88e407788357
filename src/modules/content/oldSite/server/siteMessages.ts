import type { Ctx } from '#lib/server/api/context.ts'
import { notifyStaff } from '#modules/messages/server/desk.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { Site } from './work.ts'

const shared = { group: '工作人员', sms: '' }
const about = { 文件: '协会旧网站.zip' }

const done = defineTemplate({
  ...shared,
  code: 'desk.oldSiteDone',
  name: '旧网站导入完成',
  title: '旧网站导入完成：{文件}',
  content: '“{文件}”已导入 {篇数} 篇文章，旧网址已转到新文章；有问题没有导入的页面 {有问题} 个。',
  placeholders: { ...about, 篇数: '1200', 有问题: '3' },
})
const failed = defineTemplate({
  ...shared,
  code: 'desk.oldSiteFailed',
  name: '旧网站导入没有完成',
  title: '旧网站导入没有完成：{文件}',
  content: '“{文件}”没有导入完：{原因}',
  placeholders: { ...about, 原因: '系统错误，已完成的部分保留，可以继续' },
})

type Ended = { imported: number; bad: number } | { reason: string }

/** Who brought it: they may have gone on with something else meanwhile. */
export async function tellOfSite(ctx: Ctx, site: Site, ended: Ended): Promise<void> {
  const values: Record<string, string> =
    'reason' in ended ? { 原因: ended.reason } : { 篇数: String(ended.imported), 有问题: String(ended.bad) }
  const { code } = 'reason' in ended ? failed : done
  const texts = await renderTemplate(ctx, code, { 文件: site.fileName, ...values })
  const link = { route: `/staff/old-site/${site.id}`, objectType: 'old_site', objectId: site.id }
  // Told although it was they who did it: the end comes later than the act.
  const byItself = { ...ctx, actor: { kind: 'anonymous' as const } }
  await notifyStaff(
    byItself,
    { accountIds: [site.createdBy] },
    { ...texts, kind: 'operation', sms: undefined, ...link },
  )
}
