import type { StaffEntry } from '#layouts/screen.ts'

/** What the route of this module's screen says of it; the navigation reads it without loading the screen. */
export const staffApprovals: StaffEntry = { name: '双人复核', to: '/staff/approvals', icon: 'colleagues' }
