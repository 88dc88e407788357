import { expect, test } from 'vitest'
import { groupsOf, networkOf, placeOf, wideAround } from './place.ts'

test('an address of IPv4 is a place, however it is written', () => {
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1']) {
    expect(placeOf(address)).toBe('192.0.2.1')
    expect(wideAround(address)).toBeUndefined()
  }
})

test('of IPv6, a /64 is a place, in a /48', () => {
  for (const address of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:1:2:3', '2001:db8:1:2:3:4:5:6%eth0']) {
    expect(placeOf(address)).toBe('2001:db8:1:2::/64')
    expect(wideAround(address)).toBe('2001:db8:1::/48')
  }
  expect(placeOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(wideAround('2001:db8:2:2::1')).toBe('2001:db8:2::/48')
  expect([placeOf('::1'), wideAround('2001:db8::')]).toEqual(['0:0:0:0::/64', '2001:db8:0::/48'])
})

test('what is no address is counted as it is', () => {
  expect([placeOf(''), placeOf('unix'), wideAround('')]).toEqual(['', 'unix', undefined])
})

test('an IPv6 address has eight groups, however it is written', () => {
  expect(groupsOf('::')).toEqual(Array(8).fill('0'))
  expect(groupsOf('::ffff:192.168.1.2')).toEqual(['0', '0', '0', '0', '0', 'ffff', 'c0a8', '102'])
  expect(groupsOf('1::8')).toEqual(['1', '0', '0', '0', '0', '0', '0', '8'])
  expect(groupsOf('192.168.1.2')).toBeUndefined()
})

test('a network is a /24 of IPv4 or a /48 of IPv6', () => {
  for (const address of ['192.0.2.1', '::ffff:192.0.2.200']) expect(networkOf(address)).toBe('192.0.2.0/24')
  expect(networkOf('2001:db8:1:2::1')).toBe('2001:db8:1::/48')
  expect(networkOf('unix')).toBe('unix')
})
