import { defineForm, fieldsIn } from '#lib/form/form.ts'

const payment = fieldsIn('缴费')
const title = fieldsIn('票据')
export const titleFields = defineForm([
  title('receiptTitle', '票据抬头', { max: 60, required: true }),
  title('receiptCreditCode', '统一社会信用代码', { kind: 'creditCode', hint: '个人会员不填' }),
  title('receiptEmail', '接收票据的邮箱', { kind: 'email', required: true }),
])

/** 会费缴纳：what the payer says beside the slip. */
export const receiptFields = defineForm([
  payment('paidOn', '汇款日期', { kind: 'day', required: true }),
  payment('payer', '汇款单位或个人', { max: 60, required: true }),
  ...titleFields,
])
