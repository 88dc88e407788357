import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:financeReading' as const

/** Titles and navigation entries of this module's screens, kept apart so that the navigation loads no screen. */
export const staffReceivables: StaffEntry = {
  name: '应收与实收',
  to: '/staff/receivables',
  icon: 'receivable',
  permission,
}
export const staffReceivable: Screen = { name: '应收款项', permission }
export const staffAgeing: StaffEntry = { name: '账龄', to: '/staff/ageing', icon: 'ageing', permission }
export const staffRefunds: StaffEntry = { name: '退款', to: '/staff/refunds', icon: 'refund', permission }
export const staffRefund: Screen = { name: '退款明细', permission }
export const staffReceipts: StaffEntry = { name: '收据', to: '/staff/receipts', icon: 'receipt', permission }
export const staffReceipt: Screen = { name: '收据明细', permission }
export const staffPaperFailures: Screen = { name: '未开成的票据', permission }
export const staffReceiptSeries: Screen = { name: '收据系列', permission }
export const staffLetters: StaffEntry = { name: '催缴函件', to: '/staff/letters', icon: 'mail', permission }
export const staffLetter: Screen = { name: '函件', permission }
export const staffLetterBatches: Screen = { name: '打印批次', permission }
export const staffLetterBatch: Screen = { name: '打印批次', permission }
export const staffEInvoices: StaffEntry = { name: '电子票据', to: '/staff/e-invoices', icon: 'invoice', permission }
export const staffPaperMonth: Screen = { name: '开票月报', permission }
export const staffEInvoiceRules: Screen = { name: '开票规则', permission }
export const staffInvoices: StaffEntry = { name: '开票申请', to: '/staff/invoices', icon: 'invoice', permission }
export const staffInvoiceBatch: StaffEntry = {
  name: '批量登记发票',
  to: '/staff/invoice-batch',
  icon: 'upload',
  permission: 'staff:finance',
}
export const staffClosing: StaffEntry = { name: '日结', to: '/staff/closing', icon: 'calendar', permission }
export const staffCloses: Screen = { name: '历次日结', permission }
export const staffMonthReport: StaffEntry = {
  name: '会计月报',
  to: '/staff/month-report',
  icon: 'statistics',
  permission,
}
export const staffVouchers: StaffEntry = { name: '记账凭证', to: '/staff/vouchers', icon: 'invoice', permission }
export const staffPayer: Screen = { name: '往来对账', permission }
export const myAccount: MemberEntry = { name: '我的往来', to: '/admin/user/account' }
export const myRefunds: MemberEntry = { name: '我的退款', to: '/admin/user/refunds' }
export const myRefundRequest: Screen = { name: '申请退款', duties: ['finance'] }
export const myInvoices: MemberEntry = {
  name: '我的票据',
  to: '/admin/user/invoices',
  duties: ['finance'],
}
