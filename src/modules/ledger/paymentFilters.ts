import { choice, day, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { wayNames } from './ledgerWords.ts'

/** States of a payment by which the register is narrowed. */
export const paymentStateNames = { allocated: '已核销', credit: '有余款', cancelled: '已撤销' } as const
export type PaymentState = keyof typeof paymentStateNames

/** Filters of the register of payments. */
export const paymentFilters = {
  /** Part of the payer's name, of the remark or of a number. */
  key: text('付款人、附言或号码'),
  way: choice('方式', wayNames),
  state: choice('状态', paymentStateNames),
  paidFrom: day('到账从'),
  paidTo: day('到账至'),
  amount: seldom(text('金额')),
} satisfies RegisterFilters
