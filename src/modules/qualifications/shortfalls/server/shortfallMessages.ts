import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { notifyContacts } from '#modules/members/server/reminding/reminders.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate, type Template } from '#modules/messages/server/templates.ts'
import { type Lack, sentenceOf } from '#modules/qualifications/eligibility/server/lacks.ts'
import { certificateExample } from '#modules/qualifications/server/messageWords.ts'

const shared = {
  group: '单位资质',
  placeholders: {
    ...certificateExample,
    情况: '持证人员需要 8 名，现有 7 名',
  },
}

export const shortfallFound = defineTemplate({
  ...shared,
  code: 'qualification.shortfall',
  name: '资质条件不足',
  title: '资质条件不足：{证书}',
  content:
    '{名称} 的{证书}证书（{编号}）现已不满足条件：{情况}。请尽快补足；人员已变动的，请与协会联系更新登记。长期不足的，证书可能被暂停。',
  sms: '贵单位的{证书}（{编号}）条件不足：{情况}，请尽快补足。',
})

export const shortfallAhead = defineTemplate({
  ...shared,
  code: 'qualification.shortfallAhead',
  name: '资质条件将不足',
  title: '资质条件将不足：{证书}',
  content: '{名称} 的{证书}证书（{编号}）{情况}。请提前办理有关人员的换证，或补充人员。',
  sms: '',
  placeholders: { ...shared.placeholders, 情况: '自 2026 年 9 月 1 日起，持证人员需要 8 名，将只有 7 名' },
})

export const shortfallOver = defineTemplate({
  ...shared,
  code: 'qualification.shortfallOver',
  name: '资质条件恢复满足',
  title: '资质条件已恢复：{证书}',
  content: '{名称} 的{证书}证书（{编号}）已重新满足登记的人员与资本条件，此前的预警解除。',
  sms: '',
  placeholders: { 名称: shared.placeholders.名称, 证书: shared.placeholders.证书, 编号: shared.placeholders.编号 },
})

export const shortfallNotice = defineTemplate({
  ...shared,
  code: 'qualification.shortfallNotice',
  name: '资质条件不足的发函提醒',
  mandatory: true,
  title: '关于{证书}条件不足的提醒函',
  content: '{名称}：\n贵单位的{证书}证书（{编号}）{情况}。\n{要求}',
  sms: '协会就贵单位的{证书}（{编号}）条件不足发来提醒函，请登录会员中心查看并按要求办理。',
  placeholders: { ...shared.placeholders, 要求: '请于 15 日内补足人员，并将证明材料送协会核对。' },
})

export type WarnedCertificate = {
  certificateId: number
  organisationId: number
  organisationName: string
  number: string
  kindName: string
  levelName: string
}

/** Notifies the company's accounts, and by SMS also its legal representative and its liaison. */
export async function notifyShortfall(
  ctx: Pick<Ctx, 'db' | 'now' | 'encryption' | 'config'>,
  { code }: Template,
  of: WarnedCertificate,
  { lack, demand = '' }: { lack?: Lack; demand?: string } = {},
): Promise<void> {
  const texts = await renderTemplate(ctx, code, {
    名称: of.organisationName,
    证书: [of.kindName, of.levelName].filter(Boolean).join(' '),
    编号: of.number,
    情况: lack ? sentenceOf(lack, dayOf(ctx.now)) : '',
    要求: demand,
  })
  await notify(ctx, {
    ...texts,
    organisationId: of.organisationId,
    kind: 'qualification',
    route: '/admin/user/certificates',
    objectType: 'certificate',
    objectId: of.certificateId,
  })
  await notifyContacts(ctx, of.organisationId, texts)
}
