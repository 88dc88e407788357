import { choice, day, type RegisterFilters, text } from '#lib/register/register.ts'
import { differenceKindNames, differenceStateNames } from './differenceWords.ts'
import { providerNames } from './paymentWords.ts'

export const differenceFilters = {
  /** Part of our number or the provider's. */
  key: text('订单号、退款号或交易号'),
  provider: choice('支付方式', providerNames),
  kind: choice('差异', differenceKindNames),
  state: choice('状态', differenceStateNames),
  dayFrom: day('账单从'),
  dayTo: day('账单至'),
} satisfies RegisterFilters
