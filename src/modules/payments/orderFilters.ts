import { choice, day, flag, type RegisterFilters, text } from '#lib/register/register.ts'
import { orderStateNames, providerNames } from './paymentWords.ts'

export const orderFilters = {
  /** Part of the payer's name, of what it is for, of our number or the provider's. */
  key: text('付款人、款项、订单号或交易号'),
  provider: choice('支付方式', providerNames),
  state: choice('状态', orderStateNames),
  surplus: flag('有多付待退'),
  refunded: flag('已有退款'),
  madeFrom: day('下单从'),
  madeTo: day('下单至'),
  paidFrom: day('支付从'),
  paidTo: day('支付至'),
} satisfies RegisterFilters
