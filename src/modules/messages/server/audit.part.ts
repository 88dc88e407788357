import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    消息与短信: {
      template: '消息模板',
      smsTemplate: '短信模板',
      mailing: '群发消息',
      message: '接收设置',
      caseLink: '用手机办理',
      outbox: '短信与邮件',
    },
  },
  actions: {
    'caseLink.read': '凭消息中的链接打开一项工作',
    'template.reset': '恢复默认模板',
    'template.test': '试发消息模板',
    'smsTemplate.change': '登记短信模板',
    'smsTemplate.provider': '改用短信服务商',
    'mailing.send': '群发消息',
    'message.choose': '修改接收设置',
    'mailing.stop': '停止群发',
    'mailing.addresses': '导出收不到的通讯地址',
    'mailing.trial': '试发群发消息',
    'outbox.export': '导出发送记录',
    'outbox.read': '查看短信或邮件正文',
    'outbox.resend': '重新发送',
    'outbox.stop': '停止发送',
    'outbox.test': '试发',
  },
  objects: {
    mailing: { name: '群发消息', route: () => '/staff/outbox' },
    outbox: { name: '短信与邮件', route: () => '/staff/outbox' },
    messageTemplate: { name: '消息模板', route: () => '/staff/templates' },
    smsTemplate: { name: '短信模板', route: () => '/staff/sms-templates' },
  },
  fields: {
    sms: '发短信',
    mail: '发邮件',
    people: '人数',
    audience: '发送对象',
    channel: '渠道',
  },
  values: {
    queued: '排队中',
    sent: '已发送',
    failed: '失败',
    stopped: '已停止',
    mail: '邮件',
  },
})
