import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conditionWords, type DataCondition, type DataFilter, readDataQuery, withCondition } from './dataFilters.ts'

const filters: DataFilter[] = [
  { code: 'own_cheliang', label: '自有货运车辆', kind: 'number', unit: '辆' },
  { code: 'own_zhandi', label: '场站', kind: 'text' },
  { code: 'own_nianjian', label: '年检日期', kind: 'day' },
  {
    code: 'own_xinyong',
    label: '信用等级',
    kind: 'choice',
    options: [
      { code: 'o1', name: 'A' },
      { code: 'o2', name: 'AA' },
    ],
  },
]
const read = (typed: string) => {
  const found = readDataQuery(filters, typed)
  return 'fault' in found
    ? found.fault
    : found.conditions.map(({ filter, condition }) => conditionWords(filter, condition))
}

describe('conditions on columns that are data', () => {
  test('are one parameter, and read as a sentence', () => {
    expect(read('own_cheliang=10..50&own_xinyong=o1,o2')).toEqual(['自有货运车辆：10 至 50 辆', '信用等级：A或AA'])
    expect(read('own_cheliang=10..&own_nianjian=..2026-01-31')).toEqual([
      '自有货运车辆：10 辆起',
      '年检日期：至 2026-01-31',
    ])
    expect(read('own_zhandi=!&own_xinyong=*')).toEqual(['场站：没有填', '信用等级：已填'])
    expect(read('')).toEqual([])
  })

  test.each([
    ['own_nobody=1', '没有“own_nobody”'],
    ['own_cheliang=many', '“自有货运车辆”的条件无法识别'],
    ['own_cheliang=..', '无法识别'],
    ['own_cheliang=1..2..3', '无法识别'],
    ['own_nianjian=2026-13-01..', '无法识别'],
    ['own_xinyong=o3', '“信用等级”的条件无法识别'],
    ['own_zhandi=', '无法识别'],
    [`own_zhandi=${'长'.repeat(61)}`, '无法识别'],
    ['own_cheliang=1..&own_cheliang=2..', '只能有一个'],
    [Array.from({ length: 11 }, (_, i) => `own_${i}=1`).join('&'), '最多 10 个'],
  ])('are refused where they say nothing: %s', (typed, fault) => {
    expect(read(typed)).toContain(fault)
  })

  test('come back as they were put together, whatever signs are in them', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 60 })
      .filter(words => words.trim() === words && !'!*'.includes(words))
    const number = fc.integer({ min: -1000, max: 1_000_000 }).map(String)
    const conditions: fc.Arbitrary<[string, DataCondition]> = fc.oneof(
      text.map((words): [string, DataCondition] => ['own_zhandi', { is: 'containing', words }]),
      fc
        .tuple(number, number)
        .map(([from, to]): [string, DataCondition] => ['own_cheliang', { is: 'between', from, to }]),
      fc
        .subarray(['o1', 'o2'], { minLength: 1 })
        .map((codes): [string, DataCondition] => ['own_xinyong', { is: 'among', codes }]),
    )
    fc.assert(
      fc.property(conditions, ([code, condition]) => {
        const typed = withCondition('own_nianjian=*', code, condition)
        const found = readDataQuery(filters, typed)
        expect(found).toMatchObject({ conditions: [{ condition: { is: 'filled' } }, { condition }] })
        expect(withCondition(typed, code, undefined)).toBe('own_nianjian=*')
      }),
    )
  })
})
