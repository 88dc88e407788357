import type { Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:posts' as const

/** Route data of this module's screens; the navigation reads them without loading a screen. */
export const staffAppointments: StaffEntry = {
  name: '任职名册',
  to: '/staff/appointments',
  icon: 'member',
  permission,
  acts: [{ name: '任命', to: '/staff/appointments?new=1' }],
}
export const staffAppointment: Screen = { name: '任职', record: 'appointment', permission }
export const staffBodies: StaffEntry = { name: '组织机构', to: '/staff/bodies', icon: 'organisation', permission }
export const staffBody: Screen = { name: '机构', record: 'body', permission }
