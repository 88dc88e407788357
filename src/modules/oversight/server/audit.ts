import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    statistics: { heading: '统计', noun: '统计' },
    health: { heading: '站点健康', noun: '站点健康' },
    job: { heading: '定时任务', noun: '定时任务' },
    escalation: { heading: '督办', noun: '督办' },
    escalationRule: { heading: '督办', noun: '督办规则' },
  },
  actions: {
    'health.check': '检查文章链接',
    'job.run': '立即运行任务',
    'job.cancel': '取消任务',
    'escalation.tell': '超期督办',
  },
  objects: {
    job: { name: '定时任务', route: () => '/staff/jobs' },
    escalationRule: { name: '督办规则', route: () => '/staff/escalation' },
  },
  fields: {
    area: '地区',
    watchRule: '督办规则',
    toldTo: '告知',
    daysOver: '超过工作日',
  },
})
