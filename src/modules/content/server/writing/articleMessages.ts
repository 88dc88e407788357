import type { Ctx } from '#lib/server/api/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { stepAt } from '../../reviewSteps.ts'
import { article } from '../tables.ts'

defineSubject('article', article)

const shared = { group: '工作人员', sms: '' }
const about = { 标题: '关于举办作业人员取证班的通知' }

export const articleHandedIn = defineTemplate({
  ...shared,
  code: 'desk.articleHandedIn',
  name: '稿件送审',
  title: '稿件送审：{标题}',
  content: '{送审人} 送审了“{标题}”，请审核发布。',
  placeholders: { ...about, 送审人: '陆知微' },
})
export const articleStep = defineTemplate({
  ...shared,
  code: 'desk.articleStep',
  name: '稿件等待审核',
  title: '稿件等待{环节}：{标题}',
  content: '“{标题}”等待{环节}，请审核。',
  placeholders: { ...about, 环节: '复审' },
})
export const articleReturned = defineTemplate({
  ...shared,
  code: 'desk.articleReturned',
  name: '稿件被退回',
  title: '稿件被退回：{标题}',
  content: '“{标题}”被退回修改：{理由}',
  placeholders: { ...about, 理由: '请补充会议地点' },
})
export const articlePublished = defineTemplate({
  ...shared,
  code: 'desk.articlePublished',
  name: '稿件已发布',
  title: '稿件已发布：{标题}',
  content: '您写的“{标题}”已发布。',
  placeholders: about,
})

type About = { id: number; title: string; createdBy: number | null }

/** Notifies the author; on submission, the staff who may publish. */
export async function notifyAboutArticle(ctx: Ctx, of: About, { code }: { code: string }, reason = ''): Promise<void> {
  const by = code === articleHandedIn.code ? await ownName(ctx) : ''
  const texts = await renderTemplate(ctx, code, { 标题: of.title, 理由: reason, 送审人: by })
  const accountIds = of.createdBy ? [of.createdBy] : []
  const to = code === articleHandedIn.code ? ({ permission: 'staff:publish' } as const) : { accountIds }
  const link = { route: `/staff/articles/${of.id}`, objectType: 'article', objectId: of.id }
  await notifyStaff(ctx, to, { ...texts, kind: 'article', sms: undefined, ...link })
}

/** Notifies the staff with the permission of the next review step. */
export async function notifyReviewers(ctx: Ctx, of: About, step: number): Promise<void> {
  const { name, may } = stepAt(step)!
  const texts = await renderTemplate(ctx, articleStep.code, { 标题: of.title, 环节: name })
  const link = { route: `/staff/articles/${of.id}`, objectType: 'article', objectId: of.id }
  await notifyStaff(ctx, { permission: may }, { ...texts, kind: 'article', sms: undefined, ...link })
}
