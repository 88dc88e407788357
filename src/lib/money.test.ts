import { expect, test } from 'vitest'
import { capitalMoney, figures, partOf, sumOf, times, yuan } from './money.ts'

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
  expect([30_000, 2000, 0, 1234.5, 0.05, 1_234_567.89].map(yuan)).toEqual([
    '30,000',
    '2,000',
    '0',
    '1,234.50',
    '0.05',
    '1,234,567.89',
  ])
})

test('figures stand with separators and two decimals', () => {
  expect([figures(2000), figures(0.5), figures(30000.1)]).toEqual(['¥2,000.00', '¥0.50', '¥30,000.10'])
})

test('a part of an amount is reckoned in fen, half a fen counting as one', () => {
  expect([partOf(2000, 6, 12), partOf(100, 1, 3), partOf(0.29, 6, 12), partOf(0.29, 50, 100)]).toEqual([
    1000, 33.33, 0.15, 0.15,
  ])
})

test('an amount so many times, and the sum of amounts, lose nothing to fractions', () => {
  expect([times(0.1, 3), times(19.99, 100), times(5, 0)]).toEqual([0.3, 1999, 0])
  expect([sumOf([0.1, 0.2]), sumOf([1.1, 2.2, 3.3]), sumOf([])]).toEqual([0.3, 6.6, 0])
})
