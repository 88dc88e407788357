import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'
import type { Part } from '#lib/parts.ts'

const parts: readonly Part[] = ['training']
const training = { permission: 'staff:training', parts } as const

/**
 * Names, addresses and permissions of this module's screens; lets the navigation read them without loading a screen.
 */
export const myTraining: MemberEntry = { name: '培训报名', to: '/admin/user/training', parts }
export const myRegistrations: MemberEntry = {
  name: '我的报名',
  to: '/admin/user/training/registrations',
  parts,
}
export const myRegistrationNew: Screen = { name: '报名', duties: ['people'] }
export const myRegistration: Screen = { name: '报名详情', duties: ['people', 'finance'] }
export const staffCourses: StaffEntry = {
  name: '培训班',
  to: '/staff/courses',
  icon: 'course',
  ...training,
  acts: [{ name: '新建培训班', to: '/staff/courses?new=blank' }],
}
export const staffEventKinds: Screen = { name: '活动种类', permission: 'staff:training' }
export const staffCourse: Screen = { name: '培训班设置', record: 'course', permission: 'staff:training' }
export const staffRegistrations: StaffEntry = {
  name: '报名',
  to: '/staff/registrations',
  icon: 'enrol',
  permission: 'staff:enrolments',
  parts,
}
export const staffRegistration: Screen = { name: '报名详情', record: 'registration', permission: 'staff:enrolments' }
export const staffTrainees: StaffEntry = {
  name: '学员',
  to: '/staff/trainees',
  icon: 'account',
  permission: 'staff:enrolments',
  parts,
}
export const staffTrainingStatistics: StaffEntry = {
  name: '培训统计',
  to: '/staff/training-statistics',
  icon: 'statistics',
  permission: 'staff:enrolments',
  parts,
}
export const staffRun: Screen = { name: '办班', permission: 'staff:training' }
export const staffCheckIn: StaffEntry = { name: '扫码报到', to: '/staff/check-in', icon: 'scan', ...training }
export const staffResults: Screen = { name: '成绩与发证', permission: 'staff:training' }
