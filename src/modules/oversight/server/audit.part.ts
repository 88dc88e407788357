import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    统计: { statistics: '统计' },
    站点健康: { health: '站点健康' },
    定时任务: { job: '定时任务' },
    理事会报告: { councilReport: '理事会报告' },
    督办: { escalation: '督办', escalationRule: '督办规则' },
  },
  actions: {
    'health.check': '检查文章链接',
    'job.run': '立即运行任务',
    'job.cancel': '取消任务',
    'councilReport.export': '下载理事会报告',
    'councilReport.send': '发送理事会报告',
    'escalation.tell': '超期督办',
  },
  objects: {
    job: { name: '定时任务', route: () => '/staff/jobs' },
    councilReport: { name: '理事会报告', route: () => '/staff/reports' },
    escalationRule: { name: '督办规则', route: () => '/staff/escalation' },
  },
  fields: {
    area: '地区',
    month: '月份',
    format: '格式',
    sentTo: '发给',
    watchRule: '督办规则',
    toldTo: '告知',
    daysOver: '超过工作日',
  },
})
