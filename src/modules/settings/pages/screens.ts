import type { StaffEntry } from '#layouts/screen.ts'

const site = { permission: 'staff:site' } as const

/**
 * Metadata of this module's screens (name, address, icon, permission) for routes and navigation, which reads it without
 * loading a screen.
 */
export const staffSettings: StaffEntry = { name: '站点设置', to: '/staff/settings', icon: 'settings', ...site }
export const staffMaintenance: StaffEntry = {
  name: '维护模式',
  to: '/staff/maintenance',
  icon: 'jobs',
  permission: 'staff:system',
}
export const staffDictionaries: StaffEntry = { name: '字典', to: '/staff/dictionaries', icon: 'kinds', ...site }
