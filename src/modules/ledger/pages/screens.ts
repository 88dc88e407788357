import type { Screen, StaffEntry } from '#layouts/screen.ts'

const finance = { permission: 'staff:financeReading' } as const

export const staffPayments: StaffEntry = { name: '到账', to: '/staff/received', icon: 'receipt', ...finance }
export const staffPayment: Screen = { name: '到账详情', ...finance }
export const staffStatements: StaffEntry = { name: '银行流水对账', to: '/staff/statements', icon: 'bank', ...finance }
export const staffStatement: Screen = { name: '对账结果', ...finance }
