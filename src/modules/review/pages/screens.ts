import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const applications = { permission: 'staff:applications' } as const
const decide = { permission: 'staff:decide' } as const

/** Screens of this module. Kept apart from the components, so that the navigation need not load them. */
export const myDoing: MemberEntry = { name: '在办事项', to: '/admin/user/doing' }
export const myApplicationForm: Screen = { name: '申请', duties: ['applications'] }
export const myApplication: Screen = { name: '申请进度' }
export const staffQueue: StaffEntry = { name: '审核台', to: '/staff/review', icon: 'review', ...applications }
export const staffWorkload: StaffEntry = {
  name: '工作分布',
  to: '/staff/workload',
  icon: 'colleagues',
  ...applications,
}
export const staffCase: Screen = { name: '申请详情', record: 'application', ...applications }
export const staffConfirming: StaffEntry = { name: '确认方式', to: '/staff/confirming', icon: 'certificate', ...decide }
export const staffNotices: StaffEntry = { name: '公示与异议', to: '/staff/notices', icon: 'notice', ...applications }
export const staffNotice: Screen = { name: '公示事项', ...applications }
