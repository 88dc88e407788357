import { lookup } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/**
 * What is not the public internet: this machine, the networks around it, and what no host should be at. An address of the
 * one kind written as the other (::ffff:127.0.0.1) is recognised by the list itself.
 */
const INNER = {
  ipv4: '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3',
  ipv6: '::/96 64:ff9b::/96 2001::/23 2002::/16 fc00::/7 fe80::/10 ff00::/8',
} as const
const inner = new BlockList()
for (const family of ['ipv4', 'ipv6'] as const)
  for (const [net, prefix] of INNER[family].split(' ').map(part => part.split('/')))
    inner.addSubnet(net!, Number(prefix), family)

export const isInner = (address: string) => inner.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * For requests of ours to hosts that somebody else has named: refuses what is not public when the connection is made, so
 * that no name can mean one address now and another then.
 */
export const lookupPublic: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = error ? [] : found
    if (!first) return done(error ?? new Error('域名无法解析'), '')
    if (found.some(({ address }) => isInner(address))) return done(new Error('指向内部网络的地址'), '')
    if (options.all) return done(null, found)
    done(null, first.address, first.family)
  })
