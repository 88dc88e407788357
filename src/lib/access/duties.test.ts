import { expect, test } from 'vitest'
import { dutyCodes, dutyNames, financeIfPaying, OWNER } from './duties.ts'

test('a clerk is given these duties', () => {
  expect(dutyCodes.map(code => [code, dutyNames[code]])).toEqual([
    ['all', '全部事项'],
    ['applications', '入会、资质、奖励与广告'],
    ['people', '人员与培训'],
    ['finance', '缴费与发票'],
    ['statistics', '行业统计填报'],
    ['reading', '查看'],
  ])
  expect(OWNER).toBe('owner')
})

test('a call by which a payment is handed in is for finance then, else for its own duty', () => {
  const needed = financeIfPaying('applications', ({ action, pay }) => action === 'submit' && pay !== undefined)
  expect(needed({ action: 'submit', pay: { slipId: 1 } })).toEqual(['finance'])
  expect(needed({ action: 'save', pay: { slipId: 1 } })).toEqual(['applications'])
  expect(needed({ action: 'submit' })).toEqual(['applications'])
  for (const nothing of [null, undefined, 'pay', 7]) expect(needed(nothing)).toEqual(['applications'])
  const always = financeIfPaying('people', () => true)
  expect([always(null), always('pay'), always({})]).toEqual([['people'], ['people'], ['finance']])
})
