import type { Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:finance' as const

/** What the routes of this module's screens say of them; the navigation reads it without loading a screen. */
export const staffReceivables: StaffEntry = {
  name: '应收与实收',
  to: '/staff/receivables',
  icon: 'receivable',
  permission,
}
export const staffReceivable: Screen = { name: '应收款项', permission }
export const staffAgeing: StaffEntry = { name: '账龄', to: '/staff/ageing', icon: 'ageing', permission }
