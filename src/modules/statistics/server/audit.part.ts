import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    行业统计: {
      statisticsIndicator: '指标',
      statisticsForm: '统计表',
      statisticsBreak: '口径变动',
      statisticsReporter: '填报单位',
      statisticsReport: '统计报表',
      statisticsRelease: '统计公布',
    },
  },
  actions: {
    'statisticsForm.export': '导出合计',
    'statisticsReporter.export': '导出填报单位',
    'statisticsReport.submit': '上报统计报表',
    'statisticsReport.withdraw': '撤回统计报表',
    'statisticsReport.return': '退回统计报表',
    'statisticsReport.accept': '核过统计报表',
    'statisticsReport.reopen': '取消核过统计报表',
    'statisticsReport.remind': '催报',
    'statisticsReport.read': '查看统计报表',
    'statisticsReport.export': '导出填报情况',
    'statisticsRelease.add': '公布行业统计',
    'statisticsRelease.cancel': '取消公布行业统计',
  },
  objects: {
    statisticsIndicator: { name: '指标', route: () => '/staff/industry/indicators' },
    statisticsForm: { name: '统计表', route: () => '/staff/industry/forms' },
    statisticsBreak: { name: '口径变动', route: () => '/staff/industry/breaks' },
    statisticsReporter: { name: '填报单位', route: () => '/staff/industry/reporters' },
    statisticsReport: {
      name: '统计报表',
      route: id => `/staff/industry/reports/${id}`,
      history: { permission: 'staff:industry' },
    },
    statisticsRelease: { name: '统计公布', route: () => '/staff/industry' },
  },
})
