import { describe, expect, test } from 'vitest'
import {
  firstResult,
  hasTakenPart,
  makeupResult,
  mayMakeUp,
  readScore,
  resultOf,
  roundNames,
  rounds,
  type Try,
} from './passing.ts'

const theoryOnly = { passScore: 60, passPractice: null }
const both = { passScore: 60, passPractice: 70 }
const scored = (theory: number | null, practice: number | null = null): Try => ({ theory, practice, isAbsent: false })
const absent: Try = { theory: null, practice: null, isAbsent: true }

describe('the first try', () => {
  test.each([
    [59.5, 'failed'],
    [59.9, 'failed'],
    [60, 'passed'],
    [60.1, 'passed'],
    [0, 'failed'],
    [100, 'passed'],
    [null, 'none'],
  ])('with a pass score of 60, %s is %s', (theory, result) =>
    expect(firstResult(theoryOnly, scored(theory))).toBe(result),
  )

  test.each([
    [60, 70, 'passed'],
    [59.5, 100, 'failed'],
    [100, 69.5, 'failed'],
    [59.5, 69.5, 'failed'],
    [60, null, 'none'],
    [null, 70, 'none'],
    // The result is certain, but is reported only when all scores are known.
    [10, null, 'none'],
  ])('theory %s and practice %s of 60 and 70: %s', (theory, practice, result) =>
    expect(firstResult(both, scored(theory, practice))).toBe(result),
  )

  test('who was not there is absent, who has no scores yet has no result', () => {
    expect(firstResult(both, absent)).toBe('absent')
    expect(firstResult(both, undefined)).toBe('none')
  })
})

describe('the make-up', () => {
  test.each([
    [scored(59.5), scored(60), 'makeupPassed'],
    [scored(59.5), scored(59.5), 'makeupFailed'],
    [scored(59.5), scored(null), 'none'],
    [absent, scored(60), 'makeupPassed'],
    [absent, absent, 'makeupFailed'],
  ])('of theory alone (%#)', (first, makeup, result) =>
    expect(makeupResult(theoryOnly, { first, makeup })).toBe(result),
  )

  test('only what was failed is taken again', () => {
    expect(makeupResult(both, { first: scored(80, 60), makeup: scored(null, 70) })).toBe('makeupPassed')
    expect(makeupResult(both, { first: scored(50, 90), makeup: scored(59.5) })).toBe('makeupFailed')
    expect(makeupResult(both, { first: scored(50, 60), makeup: scored(60) })).toBe('none')
    expect(makeupResult(both, { first: absent, makeup: scored(60, 70) })).toBe('makeupPassed')
  })
})

test('the result is that of the last try; a pass needs no other', () => {
  expect(resultOf(theoryOnly, {})).toBe('none')
  expect(resultOf(theoryOnly, { first: scored(70) })).toBe('passed')
  expect(resultOf(theoryOnly, { first: scored(70), makeup: scored(10) })).toBe('passed')
  expect(resultOf(theoryOnly, { first: scored(10) })).toBe('failed')
  expect(resultOf(theoryOnly, { first: scored(10), makeup: scored(null) })).toBe('failed')
  expect(resultOf(theoryOnly, { first: absent, makeup: scored(59.5) })).toBe('makeupFailed')
  expect(resultOf(theoryOnly, { first: absent, makeup: scored(60) })).toBe('makeupPassed')
})

test('who was at four fifths of the sessions has taken part', () => {
  const was = (present: number, held: number, checkedIn = true) => hasTakenPart({ checkedIn, present, held })
  expect([was(4, 5), was(3, 5), was(8, 10), was(7, 10)]).toEqual([true, false, true, false])
  expect(was(0, 0)).toBe(true)
  expect(was(5, 5, false)).toBe(false)
})

describe('a score as it is typed', () => {
  test.each([
    ['59.5', 59.5],
    ['６０', 60],
    [' 100 ', 100],
    ['0', 0],
    ['88.0', 88],
    ['', null],
  ])('“%s” is %s', (typed, score) => expect(readScore(typed)).toEqual({ score }))

  test.each([
    ['100.5', '不能超过 100 分'],
    ['-1', '应为 0 到 100 的数字'],
    ['八十', '应为 0 到 100 的数字'],
    ['1e2', '应为 0 到 100 的数字'],
    ['59.55', '最多保留一位小数'],
  ])('“%s”: %s', (typed, error) => expect(readScore(typed)).toEqual({ error }))
})

describe('trying once more', () => {
  test('who passed a part to the point does not take it again', () => {
    const first = scored(60, 69.5)
    expect(makeupResult(both, { first, makeup: scored(null, 70) })).toBe('makeupPassed')
    expect(makeupResult(both, { first, makeup: scored(100, null) })).toBe('none')
  })

  test('both parts that were failed must be passed now', () => {
    const first = scored(10, 10)
    expect(makeupResult(both, { first, makeup: scored(60, 69.9) })).toBe('makeupFailed')
    expect(makeupResult(both, { first, makeup: scored(60, 70) })).toBe('makeupPassed')
  })

  test('who has no first try, or lost its scores, takes all parts, whatever little is asked', () => {
    const little = { passScore: 1, passPractice: 1 }
    for (const first of [undefined, null, absent])
      expect(makeupResult(little, { first: first ?? null, makeup: scored(1, 0) })).toBe('makeupFailed')
    expect(makeupResult({ passScore: 0, passPractice: null }, { makeup: scored(null) })).toBe('none')
  })

  test('counts for who failed, and is called so', () => {
    expect(mayMakeUp('failed')).toBe(true)
    expect(resultOf(theoryOnly, { first: scored(59), makeup: scored(60) })).toBe('makeupPassed')
    expect(resultOf(theoryOnly, { first: scored(60), makeup: scored(0) })).toBe('passed')
    expect(rounds.map(round => roundNames[round])).toEqual(['首次', '补考'])
  })
})
