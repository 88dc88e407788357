import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { countFiledKinds } from './smsTemplates.ts'

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
    code: 'smsTemplates',
    order: 155,
    name: '短信模板',
    without: '服务商只发审核通过的模板：没有模板编号的短信一条也发不出去，验证码也不例外',
    route: '/staff/sms-templates',
    lacks: async ctx => {
      const counted = await countFiledKinds(ctx)
      if (!counted) return '接入短信服务商以后，逐类报备并登记编号'
      if (counted.hasCodes && counted.filed === counted.kinds) return null
      const codes = counted.hasCodes ? '' : '，其中有验证码'
      return `${counted.kinds} 类短信中有 ${counted.kinds - counted.filed} 类还没有${counted.name}的模板编号${codes}，这些不发短信`
    },
    isOptional: true,
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
