import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { notifyVisitor } from '#modules/review/server/messages.ts'
import { type Objection, objectionNumber } from './objectionNumber.ts'

const objector = { group: '公示与异议', smsOnly: true, mandatory: true, content: '' } as const
const number = { 受理编号: 'YY2026-000012' }

export const objectionReceived = defineTemplate({
  ...objector,
  code: 'objection.received',
  name: '异议已收到（致异议人）',
  title: '公示异议',
  sms: '异议 {受理编号}：已收到您对“{公示}”公示的异议，公示暂停计时。凭本编号和手机号可查询进度。',
  placeholders: { ...number, 公示: '拟吸收会员公示（2026 年第 3 批）' },
  needs: ['受理编号'],
})
export const objectionAccepted = defineTemplate({
  ...objector,
  code: 'objection.accepted',
  name: '异议已受理（致异议人）',
  title: '公示异议',
  sms: '异议 {受理编号}：协会已受理，正在核查。如有补充材料，请与协会联系。',
  placeholders: number,
})
export const objectionDecided = defineTemplate({
  ...objector,
  code: 'objection.decided',
  name: '异议核查结果（致异议人）',
  title: '公示异议',
  sms: '异议 {受理编号}：{结论}。核查结果：{核查结果}',
  placeholders: { ...number, 结论: '异议不成立', 核查结果: '所列业绩经核对合同原件属实。' },
})

const subject = { group: '公示与异议', title: '{申请种类}：公示异议', sms: '' }
const about = { 申请种类: '入会申请' }

export const noticeHeld = defineTemplate({
  ...subject,
  code: 'notice.held',
  name: '公示期间收到异议（致申请人）',
  content: '公示期间收到实名异议，公示暂停计时。协会核查后将公布结果，必要时会与您联系。',
  placeholders: about,
})
export const noticeResumed = defineTemplate({
  ...subject,
  code: 'notice.resumed',
  name: '异议不成立，公示恢复（致申请人）',
  content: '异议经核查不成立，公示恢复计时，到 {截止日期} 结束。',
  placeholders: { ...about, 截止日期: '2026-12-08' },
})
export const noticeProlonged = defineTemplate({
  ...subject,
  code: 'notice.prolonged',
  name: '公示期延长（致申请人）',
  title: '{申请种类}：公示期延长',
  content: '公示期延长到 {截止日期}。理由：{理由}',
  placeholders: { ...about, 截止日期: '2026-12-08', 理由: '公示内容补充了附件' },
})

type MessageTemplate = { code: string }

export async function notifyObjector(
  ctx: Ctx,
  of: Objection,
  { code }: MessageTemplate,
  values: Record<string, string> = {},
) {
  const { title, sms } = await renderTemplate(ctx, code, { ...values, 受理编号: objectionNumber(of) })
  if (sms) await queue(ctx, { channel: 'sms', to: ctx.encryption.decrypt(of.phoneSealed), subject: title, sms })
}

/** Notifies the applicant of an objection without naming the objector. */
export async function notifySubject(
  ctx: Ctx,
  of: Application,
  { code }: MessageTemplate,
  values: Record<string, string> = {},
) {
  const { name, messages } = kindOf(of)
  const texts = await renderTemplate(ctx, code, { ...values, 申请种类: name })
  if (of.accountId === null) return notifyVisitor(ctx, of, { text: texts.content, news: texts.title })
  await notify(ctx, {
    ...texts,
    accountId: of.accountId,
    kind: messages,
    route: `/admin/user/doing/${of.id}`,
    objectType: 'application',
    objectId: of.id,
  })
}
