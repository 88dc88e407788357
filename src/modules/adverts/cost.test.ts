import { expect, test } from 'vitest'
import { amountOf, costOf, wordsOfCost } from './cost.ts'

test('an advert costs its price for each day beyond the free ones', () => {
  expect(amountOf({ days: 30, freeDays: 20, price: 100.1 })).toBe(1001)
  expect(costOf({ days: 30, freeDays: 20, price: 100 })).toEqual({
    days: 30,
    freeDays: 20,
    paidDays: 10,
    price: 100,
    amount: 1000,
    words: '共 30 天，会员权益抵扣 20 天，10 天 × 100 元 = 1,000 元',
  })
})

test('it is said without free days where there are none, and that nothing is to be paid where all are free', () => {
  expect(wordsOfCost({ days: 1, freeDays: 0, price: 99.505 })).toBe('共 1 天，1 天 × 99.51 元 = 99.51 元')
  expect(wordsOfCost({ days: 5, freeDays: 5, price: 100 })).toBe('共 5 天，会员权益抵扣 5 天，无需缴费')
})
