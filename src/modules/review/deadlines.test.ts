import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { overdueSince, staffDeadline } from './deadlines.ts'
import { openStates, waitsFor } from './workflow.ts'

const friday = '2026-11-20'

test('a desk has its working days, weekends aside', () => {
  expect(staffDeadline('submitted', friday)).toBe('2026-11-27')
  expect(staffDeadline('checking', friday)).toBe('2026-11-27')
  expect(staffDeadline('paying', friday)).toBe('2026-11-25')
  expect(staffDeadline('deciding', friday)).toBe('2026-12-18')
})

test('whoever else has it, no desk is late', () => {
  for (const state of [...openStates(), 'approved'] as const) {
    const isStaff = waitsFor(state) === 'staff'
    expect(staffDeadline(state, friday) !== null, state).toBe(isStaff)
    expect(overdueSince(state, friday) !== null, state).toBe(isStaff)
  }
})

test('it is overdue from the day after the last one, on whichever day of the week that is asked', () => {
  expect(overdueSince('submitted', friday)).toBe('2026-11-12')
  expect(overdueSince('paying', '2026-11-23')).toBe('2026-11-17')
  for (let i = 0; i < 14; i++) {
    const today = addDays(friday, i)
    const since = overdueSince('paying', today)!
    expect(staffDeadline('paying', since)! < today, today).toBe(true)
    expect(staffDeadline('paying', addDays(since, 1))! >= today, today).toBe(true)
  }
})
