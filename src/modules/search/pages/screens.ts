import type { StaffEntry } from '#layouts/screen.ts'

/**
 * Metadata of this module's screens (name, address, icon, permission) for routes and navigation, which reads it without
 * loading a screen.
 */
export const staffPastSearches: StaffEntry = {
  name: '大家搜过的词',
  to: '/staff/past-searches',
  icon: 'searches',
  permission: 'staff:site',
}
