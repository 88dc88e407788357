import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    statistics: { heading: '统计', noun: '统计' },
    health: { heading: '站点健康', noun: '站点健康' },
    job: { heading: '定时任务', noun: '定时任务' },
  },
  actions: {
    'health.check': '检查文章链接',
    'job.run': '立即运行任务',
    'job.cancel': '取消任务',
  },
  objects: {
    job: { name: '定时任务', route: () => '/staff/jobs' },
  },
  fields: {
    area: '地区',
  },
})
