import { describe, expect, test } from 'vitest'
import { countedOf, cutInto, faultsIn, LARGE_SPREAD, meanOf, rank, spreadOf, totalOf } from './ranking.ts'

const criteria = [
  { code: 'innovation', name: '创新性', max: 40, hint: '' },
  { code: 'benefit', name: '效益', max: 60, hint: '' },
]

describe('a score', () => {
  test('is the sum of its points, without the errors of fractions', () => {
    expect(0.1 + 0.2).not.toBe(0.3)
    expect(totalOf(criteria, { innovation: 0.1, benefit: 0.2 })).toBe(0.3)
  })

  test('needs points for every criterion, none above its most, one decimal at most', () => {
    expect(faultsIn(criteria, { innovation: 41 }, '')).toEqual({
      'points.innovation': '“创新性”应在 0 到 40 分之间',
      'points.benefit': '请为“效益”评分',
    })
    expect(faultsIn(criteria, { innovation: 30.25, benefit: 40 }, '')).toHaveProperty(['points.innovation'])
    expect(faultsIn(criteria, { innovation: 30.3, benefit: 40.2 }, '')).toEqual({})
  })

  test('below 60 or above 95 needs a comment, and on these very lines none', () => {
    const faults = (innovation: number, benefit: number, comment = '') =>
      Object.keys(faultsIn(criteria, { innovation, benefit }, comment))
    expect(faults(20, 39.9)).toEqual(['comment'])
    expect(faults(20, 40)).toEqual([])
    expect(faults(40, 55)).toEqual([])
    expect(faults(40, 55.1)).toEqual(['comment'])
    expect(faults(40, 55.1, '  ')).toEqual(['comment'])
    expect(faults(40, 55.1, '国内首创')).toEqual([])
  })
})

describe('the mean', () => {
  test('of up to four counts all, of five and more neither the highest nor the lowest', () => {
    expect(countedOf([90, 60, 70, 80])).toEqual([90, 60, 70, 80])
    expect(countedOf([90, 60, 70, 80, 75])).toEqual([70, 75, 80])
    // If two share the highest score, only one of them is left out.
    expect(countedOf([90, 90, 70, 60, 60])).toEqual([60, 70, 90])
  })

  test('is rounded half up to three decimals', () => {
    expect(meanOf([85.1, 85.2, 85.3])).toBe(85.2)
    expect(meanOf([80, 80, 81])).toBe(80.333)
    expect(meanOf([80, 81, 81])).toBe(80.667)
    // 80.0125 exactly: in floating point it lies below.
    expect(meanOf([80, 80, 80, 80, 80, 80, 80, 80.1])).toBe(80.013)
    expect(meanOf([])).toBeNull()
  })

  test('says how far its experts are apart', () => {
    expect(spreadOf([80])).toBe(0)
    expect(spreadOf([80, 80, 80])).toBe(0)
    expect(spreadOf([70, 80, 90])).toBe(10)
    expect(spreadOf([60, 80, 95])).toBeGreaterThan(LARGE_SPREAD)
  })
})

describe('the ranking', () => {
  test('lets ties share a rank and counts them for the next: 1, 2, 2, 4', () => {
    const ranked = rank([
      { id: 1, totals: [70, 70, 70] },
      { id: 2, totals: [80, 82, 84] },
      { id: 3, totals: [90, 90, 90] },
      { id: 4, totals: [82, 82, 82] },
      { id: 5, totals: [] },
    ])
    expect(ranked.map(({ id, rank: place, isTied }) => [id, place, isTied])).toEqual([
      [3, 1, false],
      [2, 2, true],
      [4, 2, true],
      [1, 4, false],
    ])
  })
})

describe('a cut', () => {
  const ranked = [
    { id: 1, rank: 1, score: 95 },
    { id: 2, rank: 2, score: 90 },
    { id: 3, rank: 2, score: 90 },
    { id: 4, rank: 4, score: 80 },
    { id: 5, rank: 5, score: 60 },
  ]
  const levels = (first: number | null, second: number | null) => [
    { code: 'L1', value: first },
    { code: 'L2', value: second },
  ]

  test('by scores gives the highest level whose line is reached', () => {
    const cut = cutInto(ranked, { by: 'lines', levels: levels(90, 80) })
    expect([...cut.values()]).toEqual(['L1', 'L1', 'L1', 'L2', null])
  })

  test('by numbers gives no more than there are, and never splits who is tied', () => {
    const split = cutInto(ranked, { by: 'numbers', levels: levels(2, 3) })
    expect([...split.values()]).toEqual(['L1', 'L2', 'L2', 'L2', null])
    const whole = cutInto(ranked, { by: 'numbers', levels: levels(3, 1) })
    expect([...whole.values()]).toEqual(['L1', 'L1', 'L1', 'L2', null])
    const none = cutInto(ranked, { by: 'numbers', levels: levels(null, null) })
    expect([...none.values()]).toEqual([null, null, null, null, null])
  })
})

describe('at the edges', () => {
  test('no points are points, fewer than none are not; each fault says what is wrong', () => {
    expect(faultsIn(criteria, { innovation: 0, benefit: 60 }, '')).toEqual({})
    expect(faultsIn(criteria, { innovation: -1, benefit: 40.25 }, '')).toEqual({
      'points.innovation': '“创新性”应在 0 到 40 分之间',
      'points.benefit': '“效益”最多到小数点后一位',
    })
    expect(faultsIn(criteria, { innovation: 1, benefit: 1 }, '')).toEqual({
      comment: '总分 2 分，低于 60 分或高于 95 分的须写明评语',
    })
  })

  test('two experts have a spread, one has none', () => {
    expect([spreadOf([80, 90]), spreadOf([80]), spreadOf([])]).toEqual([7.071, 0, 0])
  })

  test('of the same rank the older entry stands first', () => {
    expect(rank([3, 1, 2].map(id => ({ id, totals: [80] }))).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('a level without a line gives itself to nobody, and places go by rank, in whichever order they come', () => {
    const ranked = [1, 2, 3].map(place => ({ id: place, rank: place, score: 100 - place }))
    const lines = {
      by: 'lines' as const,
      levels: [
        { code: 'special', value: null },
        { code: 'first', value: 98 },
      ],
    }
    expect([...cutInto(ranked, lines).values()]).toEqual(['first', 'first', null])
    const numbers = {
      by: 'numbers' as const,
      levels: [
        { code: 'first', value: 1 },
        { code: 'second', value: 1 },
      ],
    }
    const given = cutInto(ranked.toReversed(), numbers)
    expect([1, 2, 3].map(id => given.get(id))).toEqual(['first', 'second', null])
  })
})
