import { expect, test } from 'vitest'
import { feeOf } from './server/assessmentFee.ts'

const kind = {
  feeShares: { initial: 100, extraScope: 50 },
  levels: [
    { code: 'A', fee: 8000 },
    { code: 'B', fee: 0.29 },
  ],
}

test('an application costs its share of the fee of its level, to the fen', () => {
  expect([feeOf(kind, 'A', 'initial'), feeOf(kind, 'A', 'extraScope'), feeOf(kind, 'B', 'extraScope')]).toEqual([
    8000, 4000, 0.15,
  ])
})

test('of a level that is none, or a type that has no share, it costs nothing', () => {
  expect([feeOf(kind, 'Z', 'initial'), feeOf(kind, 'A', 'renewal')]).toEqual([0, 0])
})
