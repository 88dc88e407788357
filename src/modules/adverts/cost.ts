import { formatYuan, multiplyAmount } from '#lib/money.ts'

type Costing = { days: number; freeDays: number; price: number }

export const amountOf = ({ days, freeDays, price }: Costing) => multiplyAmount(price, days - freeDays)

/** 共 30 天，会员权益抵扣 20 天，10 天 × 100 元 = 1,000 元 */
export function wordsOfCost(of: Costing): string {
  const paid = of.days - of.freeDays
  const parts = [`共 ${of.days} 天`, ...(of.freeDays ? [`会员权益抵扣 ${of.freeDays} 天`] : [])]
  if (paid > 0) parts.push(`${paid} 天 × ${formatYuan(of.price)} 元 = ${formatYuan(amountOf(of))} 元`)
  return parts.join('，') + (paid > 0 ? '' : '，无需缴费')
}

export const costOf = ({ days, freeDays, price }: Costing) => ({
  days,
  freeDays,
  paidDays: days - freeDays,
  price,
  amount: amountOf({ days, freeDays, price }),
  words: wordsOfCost({ days, freeDays, price }),
})
