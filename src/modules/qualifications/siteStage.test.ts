import { describe, expect, test } from 'vitest'
import {
  type Action,
  nameOfStage,
  permissionAt,
  possibleActions,
  type Stage,
  type State,
  transition,
  waitsFor,
} from '#modules/review/workflow.ts'
import { siteStage } from './siteStage.ts'

const ASSESSED: Stage[] = ['review', 'materials', 'fee', siteStage.code, 'decision', 'notice']
const walk = (...done: Action[]) =>
  done.reduce<State | undefined>((state, action) => state && transition(ASSESSED, state, action), 'draft')

describe('the way of a qualification', () => {
  const toSite = ['submit', 'pass', 'submit', 'pass', 'pay', 'pass'] as const

  test('leads through the fee and a review on site to the decision', () => {
    expect(walk(...toSite)).toBe('awaitingSite')
    expect(walk(...toSite, 'arrange')).toBe('onSite')
    expect(walk(...toSite, 'arrange', 'arrange')).toBe('onSite')
    expect(walk(...toSite, 'arrange', 'pass')).toBe('deciding')
    expect(walk(...toSite, 'arrange', 'pass', 'pass', 'pass')).toBe('approved')
  })

  test('waits until what was found is put right, and verified', () => {
    expect(walk(...toSite, 'arrange', 'demand')).toBe('rectifying')
    expect(walk(...toSite, 'arrange', 'demand', 'submit')).toBe('verifying')
    expect(walk(...toSite, 'arrange', 'demand', 'submit', 'return', 'submit', 'pass')).toBe('deciding')
    expect(walk(...toSite, 'arrange', 'demand', 'expire')).toBe('expired')
  })
})

test('whoever has begun to review on site is not stopped by a withdrawal', () => {
  for (const state of ['awaitingSite', 'onSite', 'rectifying', 'verifying'] as const)
    expect(transition(ASSESSED, state, 'withdraw')).toBeUndefined()
})

test('it lies on the desk of reviewers, but for what the applicant puts right', () => {
  expect(nameOfStage('site')).toBe('现场评审')
  for (const state of ['awaitingSite', 'onSite', 'verifying'] as const) {
    expect(permissionAt(state)).toBe('staff:review')
    expect(possibleActions(state)).toContain(state === 'awaitingSite' ? 'arrange' : 'pass')
  }
  expect(permissionAt('rectifying')).toBeUndefined()
  expect(waitsFor('rectifying')).toBe('applicant')
})
