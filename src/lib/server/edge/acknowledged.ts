import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { groupsOf } from '../limits/place.ts'

const LISTS = ['/proc/net/tcp', '/proc/net/tcp6']

/**
 * How much of what the system has taken for a socket has not arrived at the other end: the system takes megabytes at
 * once and then nothing for a minute, while an honest slow line moves all the time. Where the system does not say, 0.
 */
export async function unacknowledged(): Promise<(socket: Socket) => number> {
  const lists = await Promise.all(LISTS.map(path => readFile(path, 'latin1').catch(() => '')))
  const queued = new Map<string, number>()
  for (const list of lists)
    for (const [, local, remote, bytes] of list.matchAll(/^ *\d+: (\w+:\w+) (\w+:\w+) \w\w (\w{8}):/gm)) {
      const size = Number.parseInt(bytes!, 16)
      if (size > 0) queued.set(`${local} ${remote}`, size)
    }
  return ({ localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 }) =>
    queued.get(`${nameOf(localAddress, localPort)} ${nameOf(remoteAddress, remotePort)}`) ?? 0
}

const nameOf = (address: string, port: number) =>
  `${hexOf(address)}:${port.toString(16).toUpperCase().padStart(4, '0')}`

/** As the kernel writes an address: in words of four bytes, each in the order of this machine. */
function hexOf(address: string): string {
  const groups = groupsOf(address)
  const bytes = groups
    ? Buffer.from(groups.map(group => group.padStart(4, '0')).join(''), 'hex')
    : Buffer.from(address.split('.').map(Number))
  return (endianness() === 'LE' ? bytes.swap32() : bytes).toString('hex').toUpperCase()
}
