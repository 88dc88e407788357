import { choice, code, day, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { refundStateNames } from '#modules/ledger/refundWords.ts'

/** Filters of the register of refunds. */
export const refundFilters = {
  /** Part of the payer's name, of what it was paid for, of a number or of the bank's slip. */
  key: text('单位、编号、款项或回单号'),
  kind: code('种类'),
  state: choice('状态', refundStateNames),
  by: choice('申请人', { payer: '缴费人', staff: '工作人员' }),
  askedFrom: seldom(day('申请从')),
  askedTo: seldom(day('申请至')),
  paidFrom: seldom(day('汇出从')),
  paidTo: seldom(day('汇出至')),
} satisfies RegisterFilters
