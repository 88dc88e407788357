import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import type { Expert } from '#modules/experts/server/experts.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'

const arranged = defineTemplate({
  code: 'site.expertArranged',
  group: '单位资质',
  name: '现场评审安排（致专家）',
  title: '现场评审安排',
  content: '',
  smsOnly: true,
  mandatory: true,
  sms: '{专家}，请您参加“{单位}”的现场评审：{评审日期}，{评审地点}。须回避或不能参加的，请尽快与协会联系。',
  placeholders: {
    专家: '周海燕',
    单位: '示例机电有限公司',
    评审日期: '2026-12-08 起 2 天',
    评审地点: '北京市朝阳区演示路 28 号',
  },
})

type Plan = { plannedOn: string; days: number; place: string }

/** Each of the group, as far as there is a number: they have no inbox. */
export async function tellExperts(
  ctx: Ctx,
  { about }: { about: { title: string } },
  { plannedOn, days, place }: Plan,
  experts: ReadonlyMap<number, Expert>,
): Promise<void> {
  const plan = { 单位: about.title, 评审日期: days > 1 ? `${plannedOn} 起 ${days} 天` : plannedOn, 评审地点: place }
  for (const { name, mobileSealed } of experts.values()) {
    if (!mobileSealed) continue
    const { title, sms } = await renderTemplate(ctx, arranged.code, { ...plan, 专家: name })
    await queue(ctx, { channel: 'sms', to: ctx.encryption.decrypt(mobileSealed), subject: title, text: sms })
  }
}
