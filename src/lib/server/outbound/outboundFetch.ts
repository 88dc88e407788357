import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/**
 * Addresses outside the public internet: this machine, private networks, and reserved ranges. BlockList recognises a
 * mapped IPv4 address (::ffff:127.0.0.1) by itself; addresses that a gateway would translate (NAT64, 6to4, Teredo) are
 * refused. Of IPv6, everything outside 2000::/3 is closed.
 */
const PRIVATE_NETWORKS = {
  ipv4: '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  ipv6: '::/96 ::ffff:0:0:0/96 64:ff9b::/32 100::/8 2001::/23 2001:db8::/32 2002::/16 3fff::/20 4000::/2 8000::/1',
} as const
const privateNetworks = new BlockList()
for (const family of ['ipv4', 'ipv6'] as const)
  for (const [net, prefix] of PRIVATE_NETWORKS[family].split(' ').map(part => part.split('/')))
    privateNetworks.addSubnet(net!, Number(prefix), family)

export const isPrivateAddress = (address: string) => privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * The options of a request to an address that somebody else has named. Throws for an inner address; a name is resolved
 * and judged when the connection is made, so that it cannot mean one address now and another then. `agent: false`: no
 * connection is used again that was made for another purpose.
 */
export function publicOnly(url: string | URL): { lookup: LookupFunction; agent: false } {
  const { protocol, hostname } = new URL(url)
  // `URL` writes an IPv6 address in brackets, and every other spelling of an IPv4 address with four decimal numbers.
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!/^https?:$/.test(protocol) || (isIP(host) && isPrivateAddress(host))) throw new Error('指向内部网络的地址')
  return { lookup: lookupPublic, agent: false }
}

const lookupPublic: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = error ? [] : found
    if (!first) return done(error ?? new Error('域名无法解析'), '')
    if (found.some(({ address }) => isPrivateAddress(address))) return done(new Error('指向内部网络的地址'), '')
    if (options.all) return done(null, found)
    done(null, first.address, first.family)
  })
