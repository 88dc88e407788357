import type { StaffEntry } from '#layouts/screen.ts'

/** Route metadata of this module's screen; the navigation reads it without loading the screen. */
export const staffApprovals: StaffEntry = { name: '双人复核', to: '/staff/approvals', icon: 'colleagues' }
