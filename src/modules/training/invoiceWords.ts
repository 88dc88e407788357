/** 开票申请. `refused`: what it says cannot be printed so; the applicant corrects it, which asks again. */
export const invoiceStateNames = {
  none: '不开发票',
  requested: '待开票',
  issued: '已开票',
  refused: '已退回',
} as const
export type InvoiceState = keyof typeof invoiceStateNames

export const invoiceKindNames = { ordinary: '增值税普通发票', special: '增值税专用发票' } as const
export const titleTypeNames = { organisation: '单位', person: '个人' } as const

/** States of invoices that somebody requested. */
export const requestedStates = ['requested', 'issued', 'refused'] as const satisfies readonly InvoiceState[]
