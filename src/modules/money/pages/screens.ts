import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

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
export const staffInvoiceBatch: StaffEntry = {
  name: '批量登记发票',
  to: '/staff/invoice-batch',
  icon: 'upload',
  permission,
}
export const myInvoices: MemberEntry = { name: '我的票据', to: '/admin/user/invoices', icon: 'file' }
