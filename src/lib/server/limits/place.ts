import { isIP, isIPv4, isIPv6 } from 'node:net'

/** IPv6: a household or an office has at least a /64 and may have a /48, within which addresses cost nothing. */
const OWN_GROUPS = 4
const WIDE_GROUPS = 3

/** Factor by which a /48 may exceed the limit of one place. */
export const WIDE_FACTOR = 4

/** Place for which calls are counted: an IPv4 address, or the /64 of an IPv6 address. */
export function placeOf(address: string): string {
  const groups = groupsOf(address)
  if (!groups) return address
  return mappedIn(groups) ?? `${groups.slice(0, OWN_GROUPS).join(':')}::/64`
}

/** The /48 around it; none where the address is of IPv4. */
export function wideAround(address: string): string | undefined {
  const groups = groupsOf(address)
  if (!groups || mappedIn(groups)) return
  return `${groups.slice(0, WIDE_GROUPS).join(':')}::/48`
}

/** The larger network around an address, which one customer of a provider may have whole: a /24 of IPv4, a /48 of IPv6. */
export function networkOf(address: string): string {
  const wide = wideAround(address)
  if (wide) return wide
  const place = placeOf(address)
  return isIPv4(place) ? `${place.slice(0, place.lastIndexOf('.'))}.0/24` : place
}

/** Places charged for a call, with the factor by which each may exceed the limit of one. */
export function placesOf(address: string): { place: string; times: number }[] {
  const wide = wideAround(address)
  return [{ place: placeOf(address), times: 1 }, ...(wide ? [{ place: wide, times: WIDE_FACTOR }] : [])]
}

/** The eight numbers of an IPv6 address, in hexadecimal and without zeros in front; none where it is of another kind. */
export function groupsOf(address: string): string[] | undefined {
  const [bare = ''] = address.split('%')
  if (isIP(bare) === 0 || !isIPv6(bare)) return
  // An address is put into its one short form by the parser of URLs.
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [head, tail] = [before, after ?? ''].map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array.from({ length: 8 - head!.length - tail!.length }, () => '0')
  return [...head!, ...zeros, ...tail!]
}

/** `::ffff:192.0.2.1` is how a socket for both writes 192.0.2.1. */
function mappedIn(groups: string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return
  return groups
    .slice(6)
    .flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}
