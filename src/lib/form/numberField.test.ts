import { describe, expect, test } from 'vitest'
import { missingMessage, readField } from './fieldReading.ts'
import type { FieldKind, FormField } from './form.ts'
import { textField } from './textField.ts'

const field = (kind: FieldKind, of: Partial<FormField> = {}) => textField('it', '它', '', { kind, ...of })
const read = (kind: FieldKind, given: unknown, of: Partial<FormField> = {}) => {
  const answer = readField(field(kind, of), given, '2026-11-21')
  return 'error' in answer ? answer.error : answer.value
}

describe('a number', () => {
  test('is read with separators and full-width digits, and rounded to two decimals', () => {
    expect([
      read('number', ' １，234.５６7 '.replace('，', ',')),
      read('number', 1.005),
      read('number', '1,234,567'),
    ]).toEqual([1234.57, 1, 1_234_567])
    expect([read('number', 0), read('number', '0'), read('number', 2.345)]).toEqual([0, 0, 2.35])
  })

  test('stays within its limits, both of them allowed', () => {
    const of = { min: 1, max: 12, unit: '月' }
    expect([read('number', 1, of), read('number', 12, of)]).toEqual([1, 12])
    for (const given of [0.99, 12.01]) expect(read('number', given, of)).toBe('它应在 1 到 12 月之间')
    expect(read('number', -1)).toBe('它应在 0 到 1000000000 之间')
    expect(read('number', 1e9)).toBe(1e9)
    expect(read('number', 1e9 + 1)).toBe('它应在 0 到 1000000000 之间')
  })

  test('is what people write with units: 元 in a field of 万元 is not 万元', () => {
    const wan = (given: string) => read('number', given, { unit: '万元' })
    expect(['500', '500万', '500万元', '20万', '5,000元', '1.2亿', '￥500 万元'].map(wan)).toEqual([
      500, 500, 500, 20, 0.5, 12_000, 500,
    ])
    expect(wan('500万美元')).toBe('它应为数字')
    const yuan = (given: string) => read('number', given, { unit: '元' })
    expect(['5,000元', '20万', '20万元', '1.5亿元'].map(yuan)).toEqual([5000, 200_000, 200_000, 150_000_000])
  })

  test('is refused where it is none', () => {
    for (const given of ['many', Number.NaN, Number.POSITIVE_INFINITY, {}, '1e999'])
      expect(read('number', given)).toBe('它应为数字')
  })
})

test('what is left out is asked for by what one does: read, fill in rows, choose, or fill in', () => {
  const asked = (kind: FieldKind) => missingMessage(field(kind))
  expect(asked('agreement')).toBe('请先阅读并同意它')
  expect(asked('rows')).toBe('请至少填写一行它')
  for (const kind of ['choice', 'choices', 'province', 'day', 'moment', 'point'] as const)
    expect(asked(kind)).toBe('请选择它')
  for (const kind of ['text', 'paragraph', 'number', 'mobile', 'picture', 'personName'] as const)
    expect(asked(kind)).toBe('请填写它')
})

test('a number of things is read with its counter behind it, and refused with that of other things', () => {
  const read = (given: string, of: Partial<FormField>) => {
    const answer = readField(
      textField('n', of.label ?? '自有货运车辆', '', { kind: 'number', ...of }),
      given,
      '2026-11-21',
    )
    return 'error' in answer ? answer.error : answer.value
  }
  expect(read('25辆', {})).toBe(25)
  expect(read('25 辆', { label: '自有货运车辆（辆）' })).toBe(25)
  expect(read('1,200平方米', { label: '仓储面积 (平方米)' })).toBe(1200)
  expect(read('25辆', { label: '仓储面积（平方米）' })).toBe('仓储面积（平方米）应为数字')
  expect(read('25辆', { unit: '平方米' })).toBe('自有货运车辆应为数字')
  expect(read('25左右', {})).toBe('自有货运车辆应为数字')
})
