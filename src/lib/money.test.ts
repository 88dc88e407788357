import { expect, test } from 'vitest'
import { capitalMoney, formatCurrency, formatYuan, multiplyAmount, shareOfAmount, sumAmounts } from './money.ts'

test.each([
  [0, '零元整'],
  [0.5, '伍角整'],
  [0.05, '伍分'],
  [0.29, '贰角玖分'],
  [10, '壹拾元整'],
  [100, '壹佰元整'],
  [2000, '贰仟元整'],
  [1234.56, '壹仟贰佰叁拾肆元伍角陆分'],
  [2010.5, '贰仟零壹拾元伍角整'],
  [30000, '叁万元整'],
  [10203.04, '壹万零贰佰零叁元零肆分'],
  [200003, '贰拾万零叁元整'],
  [100000000, '壹亿元整'],
  [100200000.07, '壹亿零贰拾万元零柒分'],
  [1005000, '壹佰万零伍仟元整'],
  [1_0000_0000_0000, '壹万亿元整'],
])('%d yuan are %s', (yuan, words) => {
  expect(capitalMoney(yuan)).toBe(words)
})

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e16])('%d is no amount', yuan => {
  expect(() => capitalMoney(yuan)).toThrow(new RangeError(`no amount of money: ${yuan}`))
})

test('an amount is read with separators, and with fen only where there are some', () => {
  expect([30_000, 2000, 0, 1234.5, 0.05, 1_234_567.89].map(formatYuan)).toEqual([
    '30,000',
    '2,000',
    '0',
    '1,234.50',
    '0.05',
    '1,234,567.89',
  ])
})

test('figures stand with separators and two decimals', () => {
  expect([formatCurrency(2000), formatCurrency(0.5), formatCurrency(30000.1)]).toEqual([
    '¥2,000.00',
    '¥0.50',
    '¥30,000.10',
  ])
})

test('a part of an amount is reckoned in fen, half a fen counting as one', () => {
  expect([
    shareOfAmount(2000, 6, 12),
    shareOfAmount(100, 1, 3),
    shareOfAmount(0.29, 6, 12),
    shareOfAmount(0.29, 50, 100),
  ]).toEqual([1000, 33.33, 0.15, 0.15])
})

test('an amount so many times, and the sum of amounts, lose nothing to fractions', () => {
  expect([multiplyAmount(0.1, 3), multiplyAmount(19.99, 100), multiplyAmount(5, 0)]).toEqual([0.3, 1999, 0])
  expect([sumAmounts([0.1, 0.2]), sumAmounts([1.1, 2.2, 3.3]), sumAmounts([])]).toEqual([0.3, 6.6, 0])
})
