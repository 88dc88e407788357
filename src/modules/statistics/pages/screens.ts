import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:industry' as const

export const staffIndustry: StaffEntry = { name: '行业统计', to: '/staff/industry', icon: 'figures', permission }
export const staffIndicators: Screen = { name: '指标', permission }
export const staffStatisticsForms: Screen = { name: '统计表', permission }
export const staffSeriesBreaks: Screen = { name: '口径变动', permission }
export const staffReporters: Screen = { name: '填报单位', permission }
export const staffIndustryReports: Screen = { name: '统计报表', permission }
export const staffIndustryReport: Screen = { name: '统计报表', record: 'statisticsReport', permission }
export const staffSums: Screen = { name: '合计与公布', permission }
export const myStatistics: MemberEntry = { name: '行业统计', to: '/admin/user/statistics' }
export const myStatisticsReport: Screen = { name: '统计报表', duties: ['statistics'] }
