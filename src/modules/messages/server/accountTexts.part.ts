import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import {
  type AccountNotification,
  defineAccountNotifier,
  defineSystemNotifier,
} from '#modules/accounts/server/accountNotifications.ts'
import { codePurposes } from '#modules/accounts/server/codePurposes.ts'
import { alarmStaff } from './alarms.ts'
import { mailOf } from './mails.ts'
import { message } from './tables.ts'
import { defineTemplate, renderTemplate, templateOf } from './templates.ts'

const shared = { group: '账号与安全', mandatory: true } as const
const account = { 账号: 'qingyuan' }
const passcode = { 网址: 'https://example.com/staff/enter', 口令: '7K3M-9QXR-2HVD-PW4T' }

defineTemplate({
  ...shared,
  code: 'security.code',
  name: '短信验证码',
  smsOnly: true,
  needs: ['验证码'],
  title: '验证码',
  content: '',
  // The purpose is no variable: providers allow only the code in such texts (Alibaba Cloud, 验证码模板规范, 验证码变量规范).
  sms: '验证码 {验证码}，用于{用途}，5 分钟内有效。如非本人操作，请勿告诉他人。',
  variants: {
    placeholder: '用途',
    all: () => [
      { code: '', words: '本次操作' },
      ...codePurposes().map(({ scene, name }) => ({ code: scene, words: name })),
    ],
  },
  placeholders: { 验证码: '246810', 用途: '注册账号' },
})
defineTemplate({
  ...shared,
  code: 'security.phoneTaken',
  name: '有人用已有账号的手机号注册',
  smsOnly: true,
  title: '手机号已有账号',
  content: '',
  sms: '有人正用您的手机号注册或绑定账号。您的手机号已有账号：如是本人操作，请直接登录或找回密码；如非本人操作，不必理会。',
  placeholders: {},
})
defineTemplate({
  ...shared,
  code: 'security.passwordChanged',
  name: '登录密码已修改',
  title: '登录密码已修改',
  content: '账号 {账号} 的登录密码已修改，其他设备上的登录已退出。如非本人操作，请立即找回密码并联系协会。',
  sms: '账号 {账号} 的登录密码已修改，其他设备上的登录已退出。如非本人操作，请立即找回密码并联系协会。',
  placeholders: account,
})
defineTemplate({
  ...shared,
  code: 'security.companyReset',
  name: '办理单位事务的账号重设了密码',
  title: '单位账号重设了密码',
  content: '办理“{单位}”事务的账号 {账号} 刚用手机重设了登录密码。如非贵单位所为，请立即与协会联系。',
  sms: '办理“{单位}”事务的账号 {账号} 刚用手机重设了登录密码。如非贵单位所为，请立即与协会联系。',
  placeholders: { 单位: '示例机电有限公司', ...account },
})
defineTemplate({
  ...shared,
  code: 'security.phoneChanged',
  name: '手机号已更换',
  title: '手机号已更换',
  content: '账号 {账号} 的手机号已更换为 {手机号}。如非本人操作，请立即联系协会。',
  sms: '账号 {账号} 的手机号已更换为 {手机号}。如非本人操作，请立即联系协会。',
  placeholders: { ...account, 手机号: '139****0001' },
})
defineTemplate({
  ...shared,
  code: 'security.newDevice',
  name: '在新的设备上登录',
  title: '账号在新的设备上登录',
  content:
    '账号 {账号} 于 {时间} 在新的设备（{设备}）上登录。如非本人操作，请立即修改密码，并在“登录设备”中结束该登录。',
  sms: '账号 {账号} 于 {时间} 在新的设备（{设备}）上登录。如非本人操作，请立即修改密码。',
  placeholders: { ...account, 时间: '2026-11-22 09:30', 设备: 'Chrome，Windows' },
})
defineTemplate({
  ...shared,
  code: 'security.clerkInvited',
  name: '邀请担任单位经办人',
  smsOnly: true,
  title: '邀请担任单位经办人',
  content: '',
  sms: '“{单位}”请您办理其在本会的事务。请用本手机号登录或注册后接受：{网址}。如不认识该单位，不必理会。',
  addresses: { 网址: '/admin/user/clerks' },
  placeholders: { 单位: '示例机电有限公司', 网址: 'https://example.com/admin/user/clerks' },
})
defineTemplate({
  group: shared.group,
  code: 'security.clerkAnswered',
  name: '经办人答复或离开',
  title: '{姓名}{结果}',
  content: '“{单位}”的经办人{姓名}{结果}。',
  sms: '“{单位}”的经办人{姓名}的答复：{结果}。',
  variables: { 结果: { name: 'answer', kind: 'number', max: 20 } },
  placeholders: { 单位: '示例机电有限公司', 姓名: '王敏', 结果: '已接受' },
})
defineTemplate({
  ...shared,
  code: 'security.clerkEnded',
  name: '不再担任单位经办人',
  title: '您已不再是“{单位}”的经办人',
  content: '“{单位}”已将您从经办人中移除，您不能再办理其事务。如有疑问请与该单位联系。',
  sms: '“{单位}”已将您从经办人中移除，您不能再办理其事务。如有疑问请与该单位联系。',
  placeholders: { 单位: '示例机电有限公司' },
})
defineTemplate({
  ...shared,
  code: 'security.clerkHandedOver',
  name: '单位账号已移交',
  title: '单位账号已移交',
  content: '“{单位}”的账号已移交给经办人{姓名}负责，单位原来的用户名不再能登录。如非贵单位本意，请立即与协会联系。',
  sms: '“{单位}”的账号已移交给经办人{姓名}负责，单位原来的用户名不再能登录。如非贵单位本意，请立即与协会联系。',
  placeholders: { 单位: '示例机电有限公司', 姓名: '王敏' },
})
defineTemplate({
  ...shared,
  code: 'security.disabled',
  name: '账号被停用',
  title: '账号已停用',
  content: '账号 {账号} 已被协会停用，原因：{原因}。如有疑问请与协会联系。',
  sms: '账号 {账号} 已被协会停用，原因：{原因}。如有疑问请与协会联系。',
  placeholders: { ...account, 原因: '单位已注销' },
})
defineTemplate({
  ...shared,
  code: 'security.enabled',
  name: '账号恢复使用',
  title: '账号已恢复使用',
  content: '账号 {账号} 已恢复使用。',
  sms: '账号 {账号} 已恢复使用。',
  placeholders: account,
})
defineTemplate({
  ...shared,
  code: 'security.resetStarted',
  name: '协会发起密码重设',
  needs: ['网址'],
  title: '请重新设置密码',
  content: '协会已为账号 {账号} 发起密码重设，原密码不能再用。请打开 {网址}，凭本手机的验证码设置新密码。',
  sms: '协会已为账号 {账号} 发起密码重设，原密码不能再用。请打开 {网址}，凭本手机的验证码设置新密码。',
  addresses: { 网址: '/admin/login/forgot' },
  placeholders: { ...account, 网址: 'https://example.com/admin/login/forgot' },
})
defineTemplate({
  ...shared,
  code: 'security.invited',
  name: '后台账号开通',
  smsOnly: true,
  needs: ['网址', '口令'],
  addresses: { 网址: '/staff/enter' },
  title: '工作后台账号',
  content: '',
  sms: '您的工作后台账号 {账号} 已开通，请在 {小时} 小时内打开 {网址} ，输入口令 {口令} 设置密码。',
  placeholders: { ...account, ...passcode, 小时: '72' },
})
defineTemplate({
  ...shared,
  code: 'security.staffReset',
  name: '后台账号重设密码',
  smsOnly: true,
  needs: ['网址', '口令'],
  addresses: { 网址: '/staff/enter' },
  title: '工作后台账号',
  content: '',
  sms: '您的工作后台账号 {账号} 需要重设密码，请在 {小时} 小时内打开 {网址} ，输入口令 {口令} 设置密码。',
  placeholders: { ...account, ...passcode, 小时: '24' },
})
defineTemplate({
  ...shared,
  code: 'security.deleted',
  name: '账号已注销',
  smsOnly: true,
  title: '账号已注销',
  content: '',
  sms: '您的账号已按您的要求注销。如非本人操作，请立即与协会联系。',
  placeholders: {},
})

defineTemplate({
  ...shared,
  code: 'security.factorChanged',
  name: '两步验证启用、更换或解除',
  title: '两步验证已{操作}',
  content: '账号 {账号} 的两步验证已{操作}，其他设备上的登录已退出。如非本人操作，请立即联系管理员。',
  sms: '账号 {账号} 的两步验证已{操作}，其他设备上的登录已退出。如非本人操作，请立即联系管理员。',
  placeholders: { ...account, 操作: '更换' },
})
defineTemplate({
  ...shared,
  code: 'security.factorFailed',
  name: '密码正确而动态验证码多次不对',
  title: '有人可能知道您的密码',
  content:
    '有人用正确的密码登录账号 {账号}，但动态验证码多次不对，没有登录成功。如非本人操作，说明密码已被别人知道，请尽快修改密码。',
  sms: '有人用正确的密码登录账号 {账号}，但动态验证码多次不对，没有登录成功。如非本人操作，请尽快修改密码。',
  placeholders: account,
})
defineTemplate({
  ...shared,
  code: 'security.linkFactorFailed',
  name: '办理链接的动态验证码多次不对',
  title: '有人可能拿到了发给您的办理链接',
  content:
    '有人打开了发给账号 {账号} 的办理链接，但动态验证码多次不对，没有看到内容。如非本人操作，说明短信、邮件或微信里的链接可能已被别人看到。',
  sms: '有人打开了发给账号 {账号} 的办理链接，但动态验证码多次不对，没有看到内容。如非本人操作，请检查收消息的手机和邮箱。',
  placeholders: account,
})
defineTemplate({
  group: '工作人员',
  code: 'desk.codeBudget',
  name: '验证码短信将用完',
  title: '验证码短信已用去{比例}',
  content:
    '最近{时段}发送了 {条数} 条验证码短信，全站上限为 {上限} 条。用完后未登录者须等待。如非活动集中报名，可能有人在批量请求；上限由技术人员用 SITE_CODES_PER_HOUR、SITE_CODES_PER_DAY 设置。',
  sms: '最近{时段}发送了 {条数} 条验证码短信，上限 {上限} 条，请登录工作后台查看。',
  placeholders: { 比例: '八成', 时段: '一小时', 条数: '400', 上限: '500' },
})

const pageOf = (isStaff: boolean) => (isStaff ? '/staff/security' : '/admin/user/security')

/**
 * Sends at once and ignores the recipient's channel choices. Texts with a code or link go to the phone only and are not
 * kept in the inbox.
 */
async function sendAccountText(
  ctx: Ctx,
  { text, variant, values = {}, own, phones, mail, hasCode, link }: AccountNotification,
): Promise<void> {
  const { title, content, sms: worded } = await renderTemplate(ctx, text, values)
  const sms = worded && variant ? { ...worded, template: `${text}#${variant}` } : worded
  const isSecret = templateOf(text)!.smsOnly
  const accountId = own?.id
  if (own && !isSecret) {
    const route = pageOf(own.kind === 'staff')
    const about = { objectType: 'account', objectId: own.id, createdAt: ctx.now, inDigest: own.email !== null && !mail }
    await ctx.db.insert(message).values({ ...about, accountId: own.id, kind: 'system', title, content, route })
  }
  const to = phones ?? (own?.phoneSealed ? [ctx.encryption.decrypt(own.phoneSealed)] : [])
  if (sms)
    for (const phone of to)
      await queue(ctx, { channel: 'sms', to: phone, subject: title, sms, hasCode, accountId, isUrgent: true })
  if (!own?.email || !mail) return
  const lines = [isSecret ? (sms?.text ?? '') : content, ...(link ? [link] : [])]
  const letter = await mailOf(ctx, own, { title, parts: [{ lines }] })
  await queue(ctx, { channel: 'mail', to: own.email, subject: title, ...letter, accountId })
}

defineAccountNotifier(sendAccountText)

defineSystemNotifier(async (ctx, { text, values, route }) => {
  const texts = await renderTemplate(ctx, text, values)
  await alarmStaff(ctx, { ...texts, route })
})
