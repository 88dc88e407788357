import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { contactsOf, mobileOf } from '#modules/members/server/contacts.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'

const shared = { group: '单位认领', title: '单位认领' } as const
const byText = { ...shared, mandatory: true, content: '', smsOnly: true } as const
const placeholders = { 账号: 'qingyuan', 单位: '示例机电有限公司' }

const asked = defineTemplate({
  ...byText,
  code: 'claim.asked',
  name: '有人认领单位（致单位）',
  placeholders,
  sms: '账号 {账号} 申请认领“{单位}”在协会的资料，协会正在核对认领函。如非贵单位提出，请立即与协会联系。',
})
const taken = defineTemplate({
  ...byText,
  code: 'claim.taken',
  name: '单位已被认领（致单位）',
  placeholders,
  sms: '账号 {账号} 已核实为“{单位}”的账号，可查看和办理贵单位在协会的事项。如非贵单位所为，请立即与协会联系。',
})
const lost = defineTemplate({
  ...shared,
  code: 'claim.lost',
  name: '单位已由另一账号核实（账号内）',
  sms: '',
  content: '“{单位}”已由另一账号核实，本账号不能再认领。如有异议，请办理“联系人变更”或与协会联系。',
  placeholders: { 单位: placeholders.单位 },
})

const claimTemplates = { asked, taken }

/** Notifies everybody who represents the company on record, so that they can object in time. */
export async function notifyCompany(
  ctx: Ctx,
  organisationId: number,
  saying: keyof typeof claimTemplates,
  values: { 账号: string; 单位: string },
): Promise<void> {
  const { title, sms } = await renderTemplate(ctx, claimTemplates[saying].code, values)
  const phones = (await contactsOf(ctx, organisationId)).map(contact => mobileOf(ctx, contact))
  for (const to of new Set(phones))
    if (to && sms) await queue(ctx, { channel: 'sms', to, subject: title, sms, isUrgent: true })
}

export async function notifyClaimLost(ctx: Ctx, accountId: number, name: string): Promise<void> {
  const { title, content } = await renderTemplate(ctx, lost.code, { 单位: name })
  await notify(ctx, { accountId, kind: 'system', title, content, route: '/admin/user/membership?claim=1' })
}
