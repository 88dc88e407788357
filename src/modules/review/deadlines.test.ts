import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { weekendsOff } from '#lib/workingDays.ts'
import { overdueSince, staffDeadline } from './deadlines.ts'
import { openStates, waitsFor } from './workflow.ts'

const friday = '2026-11-20'

test('a desk has its working days, weekends aside', () => {
  expect(staffDeadline(weekendsOff, 'submitted', friday)).toBe('2026-11-27')
  expect(staffDeadline(weekendsOff, 'checking', friday)).toBe('2026-11-27')
  expect(staffDeadline(weekendsOff, 'paying', friday)).toBe('2026-11-25')
  expect(staffDeadline(weekendsOff, 'deciding', friday)).toBe('2026-12-18')
})

test('whoever else has it, no desk is late', () => {
  for (const state of [...openStates(), 'approved'] as const) {
    const isStaff = waitsFor(state) === 'staff'
    expect(staffDeadline(weekendsOff, state, friday) !== null, state).toBe(isStaff)
    expect(overdueSince(weekendsOff, state, friday) !== null, state).toBe(isStaff)
  }
})

test('it is overdue from the day after the last one, on whichever day of the week that is asked', () => {
  expect(overdueSince(weekendsOff, 'submitted', friday)).toBe('2026-11-12')
  expect(overdueSince(weekendsOff, 'paying', '2026-11-23')).toBe('2026-11-17')
  for (let i = 0; i < 14; i++) {
    const today = addDays(friday, i)
    const since = overdueSince(weekendsOff, 'paying', today)!
    expect(staffDeadline(weekendsOff, 'paying', since)! < today, today).toBe(true)
    expect(staffDeadline(weekendsOff, 'paying', addDays(since, 1))! >= today, today).toBe(true)
  }
})
