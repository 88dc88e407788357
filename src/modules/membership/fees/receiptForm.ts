import type { FormField } from '#lib/form/form.ts'

/** 会费缴纳：what the payer says beside the slip. */
export const receiptFields: FormField[] = [
  { name: 'paidOn', label: '汇款日期', section: '缴费', kind: 'day', required: true },
  { name: 'payer', label: '汇款单位或个人', section: '缴费', kind: 'text', max: 60, required: true },
  { name: 'receiptTitle', label: '票据抬头', section: '票据', kind: 'text', max: 60, required: true },
  { name: 'receiptCreditCode', label: '统一社会信用代码', section: '票据', kind: 'creditCode', hint: '个人会员不填' },
  { name: 'receiptEmail', label: '接收票据的邮箱', section: '票据', kind: 'email', required: true },
]
