import type { StaffEntry } from '#layouts/screen.ts'

/** Route data of this module's screens; the navigation reads them without loading a screen. */
export const staffAudit: StaffEntry = { name: '审计日志', to: '/staff/audit', icon: 'audit', permission: 'staff:audit' }
