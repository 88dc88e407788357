import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'

defineSetupSteps(
  {
    code: 'sms',
    order: 150,
    name: '短信',
    without: '收不到验证码，不能注册、找回密码和凭手机报名',
    route: '/staff/outbox',
    lacks: ({ config }) => (config.sms ? null : '没有配置短信服务商（SMS_PROVIDER），短信只写入文件'),
  },
  {
    code: 'mail',
    order: 160,
    name: '邮件',
    without: '票据、每日汇总等邮件发不出去',
    route: '/staff/outbox',
    isOptional: true,
    lacks: ({ config }) => (config.smtp ? null : '没有配置邮件服务器（SMTP_URL），邮件只写入文件'),
  },
)
