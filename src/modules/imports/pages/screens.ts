import type { Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:imports' as const

/**
 * Metadata of this module's screens (name, address, icon, permission) for routes and navigation, which reads it without
 * loading a screen.
 */
export const staffImports: StaffEntry = { name: '批量导入', to: '/staff/imports', icon: 'upload', permission }
export const staffImport: Screen = { name: '导入批次', permission }
