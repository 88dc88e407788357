import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'
import { defineTemplate } from '#modules/messages/server/templates.ts'

export const wechatCode = defineCodePurpose({ scene: 'wechat', name: '绑定或解绑微信', toOwnPhone: true })

defineTemplate({
  group: '账号与安全',
  mandatory: true,
  code: 'security.wechat',
  name: '微信已绑定或解绑',
  title: '微信已{操作}',
  content: '账号 {账号} 已{操作}微信（{微信}）。如非本人操作，请立即修改密码，并在“账号安全”中核对绑定的微信。',
  sms: '账号 {账号} 已{操作}微信。如非本人操作，请立即修改密码，并在“账号安全”中核对绑定的微信。',
  placeholders: { 账号: 'qingyuan', 操作: '绑定', 微信: '微信用户 a1B2' },
})
