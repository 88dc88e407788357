import { describe, expect, test } from 'vitest'
import { addDays, startOf } from '#lib/dates.ts'
import { certificateFaults } from './server/certificates.ts'

const today = '2026-03-01'
const firstHour = { now: new Date(startOf(today).getTime() + 1_800_000) }
const lastHour = { now: new Date(startOf(addDays(today, 1)).getTime() - 1_800_000) }
const row = { number: '检字第8号', kindCode: 'Q1', issuedOn: today }

describe.each([
  ['first', firstHour],
  ['last', lastHour],
])('in the %s hour of the day in Shanghai', (_, clock) => {
  test('a certificate that is issued today comes in, one of tomorrow does not', () => {
    expect(certificateFaults(clock, row)).toEqual({})
    expect(certificateFaults(clock, { ...row, issuedOn: addDays(today, 1) })).toEqual({
      issuedOn: '发证日期不能晚于今天',
    })
  })

  test('it may be taken back today, and not tomorrow', () => {
    const taken = { ...row, status: 'revoked' }
    expect(certificateFaults(clock, { ...taken, statusOn: today })).toEqual({})
    expect(certificateFaults(clock, { ...taken, statusOn: addDays(today, 1) })).toHaveProperty('statusOn')
  })
})
