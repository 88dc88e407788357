import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:financeReading' as const
const parts = ['payments'] as const

/**
 * Metadata of this module's screens (name, address, icon, permission) for routes and navigation, which reads it without
 * loading a screen.
 */
export const myPayments: MemberEntry = { name: '在线支付', to: '/admin/user/payments', parts }
export const myPayment: Screen = { name: '支付订单' }
export const staffPayments: StaffEntry = {
  name: '在线支付',
  to: '/staff/payments',
  icon: 'scan',
  permission,
  parts,
}
export const staffPayment: Screen = { name: '支付订单', permission }
export const staffReconciliation: StaffEntry = {
  name: '支付对账',
  to: '/staff/reconciliation',
  icon: 'bank',
  permission,
  parts,
}
