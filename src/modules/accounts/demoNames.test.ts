import { expect, test } from 'vitest'
import { demoAccountList } from './demoAccounts.ts'
import { demoNames } from './demoNames.ts'

test('the sign-in pages name every demo account', () => {
  const named = (isStaff: boolean) =>
    demoAccountList.filter(({ kind }) => (kind === 'staff') === isStaff).map(({ userName }) => userName)
  expect(demoNames).toEqual({ member: named(false), staff: named(true) })
})
