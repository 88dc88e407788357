import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { groupsOf } from '../limits/place.ts'
import { cutReaders } from './edgeMetrics.ts'
import { isIdle, type Line, type Lines, type SocketProgress } from './pipeline.ts'

/** `floor` in bytes a second; by `patience`, in ms, whoever is slower is cut. */
export type ReaderBounds = { floor: number; patience: number }
type Suspect = { socket: Socket; mine: Line; taken: number }

/** Internal fields by which Node itself checks whether a socket makes progress (`net.js`); there is no public API. */
type Handle = { bytesWritten: number; writeQueueSize: number }
const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' && value !== null && 'bytesWritten' in value && 'writeQueueSize' in value
const handleOf = (socket: Socket): Handle | undefined => {
  const handle: unknown = Reflect.get(socket, '_handle')
  return isHandle(handle) ? handle : undefined
}

/** Number of measurements within `patience`. */
const MEASUREMENTS = 15

/**
 * Cuts off who has answers of ours waiting in memory and takes them more slowly than `floor`. Whoever has taken all is
 * no burden: the system has it. A slow but honest line survives, since what counts is what has arrived there.
 */
export function cutSlowReaders(server: Server, lines: Lines, { floor, patience }: ReaderBounds) {
  const interval = patience / MEASUREMENTS
  // Seen one look late and cut one look late, it is over within `patience`.
  const window = patience - 2 * interval
  const look = async () => {
    const at = performance.now()
    const suspects: Suspect[] = []
    for (const [socket, mine] of lines) {
      const handle = handleOf(socket)
      if (!handle || isIdle(mine) || handle.writeQueueSize + socket.writableLength === 0) mine.seen.length = 0
      else suspects.push({ socket, mine, taken: handle.bytesWritten - handle.writeQueueSize })
    }
    if (suspects.length === 0) return
    const underWay = await unacknowledged()
    for (const { socket, mine, taken } of suspects) {
      const now = { at, taken, arrived: taken - underWay(socket) }
      const since = lookedAt(mine, now, window)
      if (!since) continue
      // Either is enough: the system takes it by the megabyte on a fast line, and only then tells.
      const moved = Math.max(taken - since.taken, now.arrived - since.arrived)
      if (moved >= (floor * window) / 1000) continue
      cutReaders.inc()
      socket.destroy()
    }
  }
  let looking = false
  const clock = setInterval(() => {
    if (looking) return
    looking = true
    void look().finally(() => {
      looking = false
    })
  }, interval).unref()
  server.once('close', () => clearInterval(clock))
}

/** Keeps a look, and answers the newest that is a whole `window` older: what the system took at first weighs no longer. */
function lookedAt({ seen }: Line, now: SocketProgress, window: number): SocketProgress | undefined {
  seen.push(now)
  while (seen[1] && now.at - seen[1].at >= window) seen.shift()
  const [oldest] = seen
  return oldest && now.at - oldest.at >= window ? oldest : undefined
}

const LISTS = ['/proc/net/tcp', '/proc/net/tcp6']

/**
 * Bytes accepted by the system for a socket but not yet acknowledged by the client: the system takes megabytes at once
 * and then nothing for a minute, while an honest slow line moves all the time. 0 where the system does not report it.
 */
async function unacknowledged(): Promise<(socket: Socket) => number> {
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

/** Address as the kernel writes it in `/proc/net/tcp`: words of four bytes, each in host byte order. */
function hexOf(address: string): string {
  const groups = groupsOf(address)
  const bytes = groups
    ? Buffer.from(groups.map(group => group.padStart(4, '0')).join(''), 'hex')
    : Buffer.from(address.split('.').map(Number))
  return (endianness() === 'LE' ? bytes.swap32() : bytes).toString('hex').toUpperCase()
}
