import type { Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:complaints' as const

/** Route data of this module's screens; the navigation reads them without loading a screen. */
export const staffComplaints: StaffEntry = {
  name: '投诉与请求',
  to: '/staff/complaints',
  icon: 'warning',
  permission,
  acts: [{ name: '登记投诉或请求', to: '/staff/complaints?new=1' }],
}
export const staffComplaint: Screen = { name: '投诉与请求', permission }
export const staffComplaintKinds: Screen = { name: '事项种类', permission }
