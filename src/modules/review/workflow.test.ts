import { describe, expect, test } from 'vitest'
import { typedKeys } from '#lib/keys.ts'
import { decision, fee, materials, notice, review } from './ownStages.ts'
import {
  type Action,
  allActions,
  allStates,
  isClosed,
  isOpen,
  nameOfState,
  permissionAt,
  possibleActions,
  type Stage,
  type State,
  transition,
  waitsFor,
} from './workflow.ts'

const MEMBERSHIP: Stage[] = ['review', 'materials', 'decision', 'notice', 'fee']
const walk = (path: Stage[], ...done: Action[]) =>
  done.reduce<State | undefined>((state, action) => state && transition(path, state, action), 'draft')

describe('the way of a membership', () => {
  test('leads through review, materials, decision, notice and fee to the register', () => {
    expect(walk(MEMBERSHIP, 'submit')).toBe('submitted')
    expect(walk(MEMBERSHIP, 'submit', 'pass')).toBe('preparing')
    expect(walk(MEMBERSHIP, 'submit', 'pass', 'submit')).toBe('checking')
    expect(walk(MEMBERSHIP, 'submit', 'pass', 'submit', 'pass')).toBe('deciding')
    expect(walk(MEMBERSHIP, 'submit', 'pass', 'submit', 'pass', 'pass')).toBe('noticed')
    expect(walk(MEMBERSHIP, 'submit', 'pass', 'submit', 'pass', 'pass', 'pass')).toBe('unpaid')
    expect(walk(MEMBERSHIP, 'submit', 'pass', 'submit', 'pass', 'pass', 'pass', 'pay', 'pass')).toBe('approved')
  })

  test('may go back as often as it must: the form, the materials, the slip', () => {
    expect(walk(MEMBERSHIP, 'submit', 'return', 'submit', 'return', 'submit')).toBe('submitted')
    expect(walk(MEMBERSHIP, 'submit', 'pass', 'submit', 'return', 'submit')).toBe('checking')
    expect(walk(MEMBERSHIP, 'submit', 'pass', 'submit', 'pass', 'pass', 'pass', 'pay', 'return')).toBe('unpaid')
  })

  test('ends with a refusal, a withdrawal, or when the time is up', () => {
    expect(walk(MEMBERSHIP, 'submit', 'reject')).toBe('rejected')
    expect(walk(MEMBERSHIP, 'submit', 'withdraw')).toBe('withdrawn')
    expect(walk(MEMBERSHIP, 'submit', 'return', 'expire')).toBe('expired')
  })
})

describe('the way of an enrolment', () => {
  const ENROLMENT: Stage[] = ['review', 'fee']

  test('leads through review and fee; where no place is left through the waiting list', () => {
    expect(walk(ENROLMENT, 'submit', 'pass', 'pay', 'pass')).toBe('approved')
    expect(walk(ENROLMENT, 'queue')).toBe('waiting')
    expect(walk(ENROLMENT, 'queue', 'offer')).toBe('offered')
    expect(walk(ENROLMENT, 'queue', 'offer', 'accept')).toBe('submitted')
    expect(walk(ENROLMENT, 'queue', 'offer', 'expire')).toBe('expired')
    expect(walk(ENROLMENT, 'queue', 'expire')).toBe('expired')
    expect(walk(ENROLMENT, 'queue', 'pass')).toBeUndefined()
  })

  test('what is corrected is looked at anew, and keeps its turn while it waits', () => {
    expect(walk(ENROLMENT, 'submit', 'amend')).toBe('submitted')
    expect(walk(ENROLMENT, 'submit', 'pass', 'amend')).toBe('submitted')
    expect(walk(ENROLMENT, 'queue', 'amend')).toBe('waiting')
    expect(walk(ENROLMENT, 'submit', 'pass', 'pay', 'amend')).toBeUndefined()
  })

  test('may be given up as long as it is not paid', () => {
    for (const before of [['submit'], ['queue'], ['queue', 'offer'], ['submit', 'pass']] as const)
      expect(walk(ENROLMENT, ...before, 'withdraw')).toBe('withdrawn')
    expect(possibleActions('unpaid', ENROLMENT)).toContain('withdraw')
    expect(possibleActions('unpaid', MEMBERSHIP)).not.toContain('withdraw')
    expect(walk(ENROLMENT, 'submit', 'pass', 'pay', 'withdraw')).toBeUndefined()
  })

  test('ends wherever it is when its course is cancelled', () => {
    for (const before of [['submit'], ['queue'], ['queue', 'offer'], ['submit', 'pass', 'pay']] as const)
      expect(walk(ENROLMENT, ...before, 'cancel')).toBe('withdrawn')
    expect(walk(ENROLMENT, 'cancel')).toBeUndefined()
    expect(walk(ENROLMENT, 'submit', 'pass', 'pay', 'pass', 'cancel')).toBeUndefined()
  })
})

test('an objection that is upheld goes back to the meeting, or where there is none to the reviewer', () => {
  expect(transition(MEMBERSHIP, 'noticed', 'reconsider')).toBe('deciding')
  expect(transition(['review', 'notice'], 'noticed', 'reconsider')).toBe('submitted')
})

test('a way of one stage ends with its review', () => {
  expect(walk(['review'], 'submit', 'pass')).toBe('approved')
})

test('nothing leads out of an application that is closed, and nobody waits for it', () => {
  for (const state of ['approved', 'rejected', 'withdrawn', 'expired'] as const) {
    expect(isClosed(state)).toBe(true)
    expect(possibleActions(state)).toEqual([])
    expect(waitsFor(state)).toBe('nobody')
    for (const action of allActions()) expect(transition(MEMBERSHIP, state, action)).toBeUndefined()
  }
})

test('whoever has begun to decide is not stopped by a withdrawal', () => {
  for (const state of ['deciding', 'noticed', 'unpaid', 'paying'] as const)
    expect(transition(MEMBERSHIP, state, 'withdraw')).toBeUndefined()
})

test('every state has its name, and every one where staff act its permission', () => {
  for (const state of allStates()) expect(nameOfState(state)).toMatch(/^\p{Script=Han}+$/u)
  for (const state of allStates())
    if (possibleActions(state).includes('pass')) expect(permissionAt(state)).toBeDefined()
  const own = [review, materials, decision, notice, fee].flatMap(({ states }) =>
    typedKeys<Partial<Record<State, object>>>(states),
  )
  expect(own.filter(permissionAt)).toEqual(['submitted', 'checking', 'deciding', 'noticed', 'paying'])
})

test('what leaves out a stage leads past it', () => {
  expect(walk(['review', 'materials', 'decision'], 'submit', 'pass', 'submit', 'pass')).toBe('deciding')
  expect(walk(['review', 'materials', 'fee', 'decision'], 'submit', 'pass', 'submit', 'pass', 'pay', 'pass')).toBe(
    'deciding',
  )
})

describe('after a return', () => {
  const at = (of: { field?: string; slot?: string }) => ({ ...of, label: '', text: '' })

  test('only what was marked is open', () => {
    const remarks = [at({ field: 'name' }), at({ slot: 'licence' })]
    expect(isOpen(remarks, { field: 'name' })).toBe(true)
    expect(isOpen(remarks, { slot: 'licence' })).toBe(true)
    expect(isOpen(remarks, { field: 'address' })).toBe(false)
    expect(isOpen([at({ slot: 'licence' })], { slot: 'stampedForm' })).toBe(false)
  })

  test('with a field the signed and sealed form is open, since another one is to be printed', () => {
    expect(isOpen([at({ field: 'name' })], { slot: 'stampedForm' })).toBe(true)
    expect(isOpen([at({ field: 'name' })], { slot: 'licence' })).toBe(false)
  })

  test('a remark about the whole opens everything', () => {
    expect(isOpen([at({ field: 'name' }), at({})], { field: 'address' })).toBe(true)
  })
})
