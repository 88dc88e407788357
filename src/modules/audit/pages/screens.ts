import type { StaffEntry } from '#layouts/screen.ts'

/** What the routes of this module's screens say of them; the navigation reads it without loading a screen. */
export const staffAudit: StaffEntry = { name: '审计日志', to: '/staff/audit', icon: 'audit', permission: 'staff:audit' }
