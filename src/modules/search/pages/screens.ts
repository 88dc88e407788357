import type { StaffEntry } from '#layouts/screen.ts'

/** What the routes of this module's screens say of them; the navigation reads it without loading a screen. */
export const staffPastSearches: StaffEntry = {
  name: '大家搜过的词',
  to: '/staff/past-searches',
  icon: 'searches',
  permission: 'staff:site',
}
