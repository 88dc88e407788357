import { BlockList, isIP } from 'node:net'

/** Private and local networks, which cannot be reached from outside. */
const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/** Names without a dot, and those that no public name server answers. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|lan|internal|home\.arpa)$/

/**
 * Whether an address is meant for the public: HTTPS, which a trial run does not need, or a host outside the local
 * network.
 */
export function isPublicAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:') return true
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0) return !LOCAL_NAME.test(host)
  return !privateNetworks.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
