import { BlockList, isIPv6 } from 'node:net'

const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** An IPv4 address that came by a socket for both kinds is written as IPv4. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Tests whether an address is one of the proxies, written as `TRUST_PROXY` allows. */
export function makeProxyTest(list: readonly string[]): (address: string) => boolean {
  const known = new BlockList()
  for (const network of list.flatMap(name => NAMED[name] ?? [name])) {
    const [address = '', length] = network.split('/')
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (length === undefined) known.addAddress(address, kind)
    else known.addSubnet(address, Number(length), kind)
  }
  return address => {
    const own = plain(address)
    return known.check(own, isIPv6(own) ? 'ipv6' : 'ipv4')
  }
}
