import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CheckedIndicator, checkReport, type Rule, wrongUnit } from './checks.ts'
import { evaluate, parseExpression } from './expressions.ts'
import {
  endOfPeriod,
  frequencies,
  isPeriod,
  periodName,
  periodOf,
  periodsBetween,
  previousPeriod,
  samePeriodLastYear,
  shiftPeriod,
} from './periods.ts'

const indicator = (code: string, more: Partial<CheckedIndicator> = {}): CheckedIndicator => ({
  code,
  name: code,
  unit: '吨',
  isRequired: true,
  decimals: 2,
  mayBeNegative: false,
  low: null,
  high: null,
  times: 3,
  ...more,
})
const check = (
  now: Record<string, number | null>,
  more: { prev?: object; year?: object; rules?: Rule[]; of?: CheckedIndicator[] } = {},
) =>
  checkReport(more.of ?? [indicator('made'), indicator('sold'), indicator('stock')], more.rules ?? [], {
    now,
    prev: (more.prev ?? {}) as Record<string, number>,
    year: (more.year ?? {}) as Record<string, number>,
  })

describe('a report', () => {
  test('that is complete and like the period before breaks nothing', () => {
    const same = { made: 100, sold: 90, stock: 20 }
    expect(check(same, { prev: { made: 110, sold: 80, stock: 10 }, year: same })).toEqual([])
  })

  test('in the wrong unit is found by a thousand, and said as that', () => {
    const found = check({ made: 104_000, sold: 90, stock: 20 }, { prev: { made: 100, sold: 90, stock: 20 } })
    expect(found).toMatchObject([
      { key: 'unit-prev made', isStrict: false, message: expect.stringContaining('1,000 倍') },
    ])
  })

  test('with empty cells, negative numbers and too many digits cannot be explained away', () => {
    const found = check({ made: null, sold: -1, stock: 1.234 })
    expect(found.map(({ key, isStrict }) => [key, isStrict])).toEqual([
      ['empty made', true],
      ['negative sold', true],
      ['decimals stock', true],
    ])
  })

  test('is held against bounds, jumps and the rules between cells and periods', () => {
    const rules: Rule[] = [
      { name: '期末库存', left: 'stock', relation: 'eq', right: 'stock@prev + made - sold', isStrict: true },
      { name: '销售不超过可供', left: 'sold', relation: 'le', right: 'made + stock@prev', isStrict: false },
    ]
    const kept = check(
      { made: 10.1, sold: 5.3, stock: 9.8 },
      { prev: { stock: 5 }, rules, of: [indicator('made'), indicator('sold'), indicator('stock', { times: null })] },
    )
    expect(kept).toEqual([])
    const broken = check(
      { made: 10, sold: 25, stock: 9 },
      {
        prev: { made: 2, stock: 5 },
        rules,
        of: [indicator('made', { high: 8 }), indicator('sold'), indicator('stock')],
      },
    )
    expect(broken.map(({ key }) => key)).toEqual([
      'high made',
      'change-prev made',
      `rule stock eq stock@prev + made - sold`,
      'rule sold le made + stock@prev',
    ])
    expect(broken.find(({ key }) => key.startsWith('rule stock'))).toMatchObject({ code: 'stock', isStrict: true })
  })

  test('a rule that needs a cell that nobody filled in is not judged', () => {
    const rules: Rule[] = [{ name: '', left: 'stock', relation: 'eq', right: 'stock@prev', isStrict: true }]
    expect(check({ made: 1, sold: 1, stock: 1 }, { rules })).toEqual([])
  })
})

test('a wrong unit is a factor of 100 or more, both ways, and nothing else is', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      fc.double({ min: 0.8, max: 1.25, noNaN: true }),
      (before, change) => {
        expect(wrongUnit(before * change * 1_000, before)).toBe(1_000)
        expect(wrongUnit((before * change) / 1_000, before)).toBe(1_000)
        expect(wrongUnit(before * change, before)).toBeUndefined()
        expect(wrongUnit(before * change * 5, before)).toBeUndefined()
      },
    ),
  )
})

test('an expression is worth what it says, however it is spaced, and nonsense is answered in words', () => {
  const codes = ['a', 'b', 'c_1']
  const at = { now: { a: 1, b: 2, c_1: 4 }, prev: { a: 10 }, year: { b: 100 } }
  const value = (typed: string) => {
    const read = parseExpression(typed, codes)
    return typeof read === 'string' ? read : evaluate(read, at)
  }
  expect(value('a + b - 0.5*c_1')).toBe(1)
  expect(value('a@prev＋b@year×2 − 5')).toBe(205)
  expect(value('c_1@prev')).toBeUndefined()
  expect(value('d + a')).toMatch(/没有指标“d”/)
  for (const wrong of ['', 'a b c', 'a++b', 'a/b', 'a*b', 'alert(1)', 'a+'])
    expect(typeof value(wrong), wrong).toBe('string')
  fc.assert(
    fc.property(
      fc.array(fc.record({ n: fc.integer({ min: 0, max: 99 }), code: fc.constantFrom(...codes), plus: fc.boolean() }), {
        minLength: 1,
        maxLength: 8,
      }),
      terms => {
        const typed = terms.map(({ n, code, plus }) => `${plus ? '+' : '-'} ${n} * ${code}`).join(' ')
        const sum = terms.reduce((all, { n, code, plus }) => all + (plus ? n : -n) * at.now[code as 'a'], 0)
        expect(value(typed)).toBe(sum)
      },
    ),
  )
})

test('periods follow one another without gaps, have their end, and sort as they are written', () => {
  expect(periodName('2026-03') + periodName('2026-Q2') + periodName('2026-H2') + periodName('2026')).toBe(
    '2026 年 3 月2026 年第 2 季度2026 年下半年2026 年',
  )
  expect([
    endOfPeriod('month', '2028-02'),
    endOfPeriod('quarter', '2026-Q3'),
    endOfPeriod('half', '2026-H1'),
    endOfPeriod('year', '2026'),
  ]).toEqual(['2028-02-29', '2026-09-30', '2026-06-30', '2026-12-31'])
  expect(periodsBetween('quarter', '2025-Q3', '2026-Q2')).toEqual(['2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2'])
  expect(isPeriod('month', '2026-13')).toBe(false)
  fc.assert(
    fc.property(
      fc.constantFrom(...frequencies),
      fc.integer({ min: 0, max: 365 * 40 }),
      fc.integer({ min: 1, max: 40 }),
      (frequency, days, by) => {
        const day = new Date(Date.UTC(2010, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)
        const period = periodOf(frequency, day)
        expect(isPeriod(frequency, period)).toBe(true)
        expect(day <= endOfPeriod(frequency, period)).toBe(true)
        expect(day > endOfPeriod(frequency, previousPeriod(frequency, period))).toBe(true)
        expect(shiftPeriod(frequency, shiftPeriod(frequency, period, by), -by)).toBe(period)
        expect(shiftPeriod(frequency, period, by) > period).toBe(true)
        expect(Number(samePeriodLastYear(frequency, period).slice(0, 4))).toBe(Number(period.slice(0, 4)) - 1)
      },
    ),
  )
})
