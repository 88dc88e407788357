import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { passcodeOf, readPasscode } from './passcode.ts'

test('a passcode is read as people type it, and the token of a link stays as it is', () => {
  const passcode = passcodeOf(randomBytes(16))
  expect(passcode).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  for (const typed of [passcode.toLowerCase(), passcode.replaceAll('-', ' '), ` ${passcode.replaceAll('-', '')} `])
    expect(readPasscode(typed)).toBe(passcode)
  expect(readPasscode('o1iL-0000-0000-0000')).toBe('0111-0000-0000-0000')
  expect(readPasscode('Zk3_x-4QmPqRsTuVwXyZaBcDeFgHiJkL')).toBe('Zk3_x-4QmPqRsTuVwXyZaBcDeFgHiJkL')
})
