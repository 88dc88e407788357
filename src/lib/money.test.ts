import { expect, test } from 'vitest'
import { capitalMoney, figures } from './money.ts'

test.each([
  [0, '零元整'],
  [0.5, '伍角整'],
  [0.05, '伍分'],
  [0.29, '贰角玖分'],
  [10, '壹拾元整'],
  [100, '壹佰元整'],
  [2000, '贰仟元整'],
  [2010.5, '贰仟零壹拾元伍角整'],
  [30000, '叁万元整'],
  [10203.04, '壹万零贰佰零叁元零肆分'],
  [200003, '贰拾万零叁元整'],
  [100000000, '壹亿元整'],
  [100200000.07, '壹亿零贰拾万元零柒分'],
  [1005000, '壹佰万零伍仟元整'],
])('%d yuan are %s', (yuan, words) => {
  expect(capitalMoney(yuan)).toBe(words)
})

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e16])('%d is no amount', yuan => {
  expect(() => capitalMoney(yuan)).toThrow(RangeError)
})

test('figures stand with separators and two decimals', () => {
  expect([figures(2000), figures(0.5), figures(30000.1)]).toEqual(['¥2,000.00', '¥0.50', '¥30,000.10'])
})
