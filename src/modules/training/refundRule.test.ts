import { expect, test } from 'vitest'
import { faultOfSteps, refundDeadlines, refundLines, refundPercentOn } from './refundRule.ts'

const STEPS = [
  { days: 3, percent: 50 },
  { days: 10, percent: 100 },
]
const START = '2026-12-20'

test('the share that goes back falls with the days, each step through its last day', () => {
  const on = (day: string) => refundPercentOn(STEPS, START, day)
  expect([on('2026-12-10'), on('2026-12-11'), on('2026-12-17'), on('2026-12-18'), on(START)]).toEqual([
    100, 50, 50, 0, 0,
  ])
  expect(refundPercentOn([], START, '2026-12-10')).toBeNull()
})

test('readers see the last day of each step', () => {
  expect(refundLines(refundDeadlines(STEPS, START))).toEqual([
    '2026年12月10日及以前退出的，退还所缴费用的 100%',
    '2026年12月17日及以前退出的，退还所缴费用的 50%',
    '2026年12月17日以后退出的，不退费',
  ])
  expect(refundLines(refundDeadlines([{ days: 3, percent: 0 }], START))[0]).toBe('2026年12月17日及以前退出的，不退费')
  expect(refundLines([])).toEqual([])
})

test('steps are whole, one for each number of days, and never give back more later', () => {
  expect(faultOfSteps(STEPS)).toBeUndefined()
  expect(faultOfSteps([{ days: 1.5, percent: 50 }])).toContain('整数')
  expect(faultOfSteps([{ days: 1, percent: 0.5 }])).toContain('整数')
  expect(faultOfSteps([STEPS[0]!, STEPS[0]!])).toBe('天数不能重复')
  expect(faultOfSteps([STEPS[1]!, { days: 3, percent: 100 }])).toBeUndefined()
  expect(faultOfSteps([STEPS[0]!, { days: 10, percent: 20 }])).toContain('不能越高')
})
