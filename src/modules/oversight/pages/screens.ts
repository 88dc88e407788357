import type { Screen, StaffEntry } from '#layouts/screen.ts'

const system = { permission: 'staff:system' } as const

/**
 * Metadata of this module's screens (name, address, icon, permission) for routes and navigation, which reads it without
 * loading a screen.
 */
export const staffOverview: StaffEntry = { name: '工作台', to: '/staff', icon: 'desk' }
export const staffStatistics: StaffEntry = {
  name: '统计',
  to: '/staff/statistics',
  icon: 'statistics',
  permission: 'staff:statistics',
}
export const staffReports: StaffEntry = {
  name: '理事会报告',
  to: '/staff/reports',
  icon: 'article',
  permission: 'staff:statistics',
}
export const staffReport: Screen = { name: '预览报告', permission: 'staff:statistics' }
export const staffReportIssue: Screen = { name: '理事会报告' }
export const staffEscalation: StaffEntry = {
  name: '督办规则',
  to: '/staff/escalation',
  icon: 'jobs',
  permission: 'staff:accounts',
}
export const staffHealth: StaffEntry = { name: '站点健康', to: '/staff/health', icon: 'health', ...system }
export const staffBackups: StaffEntry = { name: '备份', to: '/staff/backups', icon: 'backups', ...system }
export const staffJobs: StaffEntry = { name: '定时任务', to: '/staff/jobs', icon: 'jobs', ...system }
