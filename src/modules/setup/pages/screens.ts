import type { StaffEntry } from '#layouts/screen.ts'

/**
 * Metadata of this module's screens (name, address, icon, permission) for routes and navigation, which reads it without
 * loading a screen.
 */
export const staffSetup: StaffEntry = { name: '建站清单', to: '/staff/setup', icon: 'jobs', permission: 'staff:setup' }
export const staffPacks: StaffEntry = { name: '配置包', to: '/staff/packs', icon: 'kinds', permission: 'staff:setup' }
