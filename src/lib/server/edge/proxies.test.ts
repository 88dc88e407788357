import { expect, test } from 'vitest'
import { makeProxyTest } from './proxies.ts'

test('proxies are known by address, network and name, and nobody by an empty list', () => {
  const isProxy = makeProxyTest(['loopback', '10.1.0.0/16', '192.0.2.7', '2001:db8::/32'])
  for (const one of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '192.0.2.7', '2001:db8::5'])
    expect(isProxy(one), one).toBe(true)
  for (const one of ['10.2.0.1', '192.0.2.8', '2001:db9::5']) expect(isProxy(one), one).toBe(false)
  expect(makeProxyTest([])('127.0.0.1')).toBe(false)
})
