import { expect, test } from 'vitest'
import { isInner } from './outboundFetch.ts'

test('an address within the own network is no host, whatever name leads there', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
  ])
    expect(isInner(address), address).toBe(true)
  for (const address of ['203.119.1.1', '2400:3200::1', '::ffff:203.119.1.1'])
    expect(isInner(address), address).toBe(false)
})
