import type { StaffEntry } from '#layouts/screen.ts'

/** Metadata of this module's screen for routes. */
export const staffGoLive: StaffEntry = {
  name: '正式上线',
  to: '/staff/go-live',
  icon: 'jobs',
  permission: 'staff:setup',
}
