import { expect, test } from 'vitest'
import { priceOf, totalOf } from './server/coursePrice.ts'

const fees = { feeMember: 800.1, feeOther: 1200 }

test('members pay what members pay', () => {
  expect([priceOf(fees, true), priceOf(fees, false)]).toEqual([800.1, 1200])
  expect(totalOf(fees, 3, { isMember: false, memberPlaces: 10 })).toBe(3600)
  expect(totalOf(fees, 3, { isMember: true, memberPlaces: null })).toBe(2400.3)
})

test('whoever is beyond the places of the member’s level pays what others pay', () => {
  expect(totalOf(fees, 3, { isMember: true, memberPlaces: 1 })).toBe(3200.1)
  expect(totalOf(fees, 3, { isMember: true, memberPlaces: 0 })).toBe(3600)
  expect(totalOf(fees, 3, { isMember: true, memberPlaces: 5 })).toBe(2400.3)
  expect(totalOf(fees, 0, { isMember: true, memberPlaces: 5 })).toBe(0)
})
