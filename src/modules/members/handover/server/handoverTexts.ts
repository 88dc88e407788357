import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import type { account } from '#modules/accounts/server/tables.ts'
import { contactsOf, mobileOf } from '#modules/members/server/contacts.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { type Handover, handoverNumber } from './handoverNumber.ts'

const shared = { group: '联系人变更', title: '联系人变更', mandatory: true } as const
const byText = { ...shared, content: '', smsOnly: true } as const
const own = { 账号: 'qingyuan', 办理编号: 'LX2026-000012' }

export const handoverFrozen = defineTemplate({
  ...byText,
  code: 'handover.frozen',
  name: '账号因联系人变更冻结（致单位）',
  placeholders: own,
  sms: '账号 {账号} 因联系人变更申请（{办理编号}）已暂时冻结。如非贵单位提出，请立即与协会联系。',
})
export const handoverDone = defineTemplate({
  ...byText,
  code: 'handover.done',
  name: '联系人已变更（致单位）',
  placeholders: own,
  sms: '账号 {账号} 的联系人已变更（{办理编号}），登录手机号已更换。',
})
export const handoverRefused = defineTemplate({
  ...byText,
  code: 'handover.refused',
  name: '联系人变更未获同意（致单位）',
  placeholders: own,
  sms: '账号 {账号} 的联系人变更申请（{办理编号}）未获同意，账号已恢复使用。',
})
export const newContactAccepted = defineTemplate({
  ...byText,
  code: 'handover.accepted',
  name: '联系人变更办结（致新联系人）',
  placeholders: own,
  sms: '联系人变更 {办理编号} 已办结：账号 {账号} 已改用本手机号，请在登录页用“找回密码”设置新密码后登录。',
})
export const newContactRejected = defineTemplate({
  ...byText,
  code: 'handover.rejected',
  name: '联系人变更不予办理（致新联系人）',
  sms: '联系人变更 {办理编号} 不予变更：{理由}。如有疑问，请与协会联系。',
  placeholders: { 办理编号: own.办理编号, 理由: '变更函未加盖公章' },
})
const confirmation = defineTemplate({
  ...byText,
  code: 'handover.confirm',
  name: '请第二代表确认联系人变更',
  needs: ['办理编号', '确认码', '网址'],
  addresses: { 网址: '/admin/login/handover?step=confirm' },
  sms: '{新联系人}（{职务}）申请成为“{单位}”在协会的联系人。如属实，请在 {网址} 输入办理编号 {办理编号} 和确认码 {确认码}，3 天内有效。如不属实，请勿告诉他人，并立即与协会联系。',
  placeholders: {
    新联系人: '李晓明',
    职务: '办公室主任',
    单位: '示例机电有限公司',
    办理编号: own.办理编号,
    确认码: '246810',
    网址: 'https://example.com/admin/login/handover?step=confirm',
  },
})
export const accountHandedOver = defineTemplate({
  ...shared,
  mandatory: undefined,
  code: 'handover.account',
  name: '联系人已变更（账号内）',
  sms: '',
  content: '联系人已变更为 {新联系人}。资料中的联系人一并更新，请核对。',
  placeholders: { 新联系人: '李晓明' },
})
export const accountKept = defineTemplate({
  ...shared,
  mandatory: undefined,
  code: 'handover.kept',
  name: '联系人变更未获同意（账号内）',
  sms: '',
  content: '有人提出联系人变更，协会核对后不予同意，账号已恢复使用。',
  placeholders: {},
})

type HandoverTemplate = { code: string }
type Account = typeof account.$inferSelect

/** Notifies the account's current phone and all contacts of the organisation by SMS. */
export async function notifyOrganisation(ctx: Ctx, own: Account, of: Handover, { code }: HandoverTemplate) {
  const values = { 账号: own.userName, 办理编号: handoverNumber(of) }
  const { title, sms } = await renderTemplate(ctx, code, values)
  const contacts = own.organisationId ? await contactsOf(ctx, own.organisationId) : []
  const phones = [
    own.phoneSealed ? ctx.encryption.decrypt(own.phoneSealed) : undefined,
    ...contacts.map(contact => mobileOf(ctx, contact)),
  ]
  for (const to of new Set(phones))
    if (to && sms) await queue(ctx, { channel: 'sms', to, subject: title, sms, accountId: own.id, isUrgent: true })
}

export async function notifyNewContact(
  ctx: Ctx,
  of: Handover,
  { code }: HandoverTemplate,
  values: Record<string, string>,
) {
  const { title, sms } = await renderTemplate(ctx, code, { ...values, 办理编号: handoverNumber(of) })
  if (sms) await queue(ctx, { channel: 'sms', to: ctx.encryption.decrypt(of.phoneSealed), subject: title, sms })
}

/** Sent as a text rather than a code, which would expire after five minutes: the answer may come a day later. */
export async function sendConfirmationCode(ctx: Ctx, of: Handover, to: string, code: string) {
  const { title, sms } = await renderTemplate(ctx, confirmation.code, {
    新联系人: of.contactName,
    职务: of.position,
    单位: of.orgName,
    办理编号: handoverNumber(of),
    确认码: code,
  })
  if (sms) await queue(ctx, { channel: 'sms', to, subject: title, sms, isUrgent: true })
}

export async function notifyHandoverAccount(
  ctx: Ctx,
  accountId: number,
  { code }: HandoverTemplate,
  values: Record<string, string> = {},
) {
  const { title, content } = await renderTemplate(ctx, code, values)
  await notify(ctx, { accountId, kind: 'system', title, content, route: '/admin/user/security' })
}
