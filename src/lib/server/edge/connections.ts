import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { placeOf } from '../limits/place.ts'
import { evictedConnections, openConnections, refusedConnections } from './edgeMetrics.ts'
import { isIdle, type Lines, newLine } from './pipeline.ts'
import { Tally } from './tally.ts'

export type ConnectionBounds = { inAll: number; byAddress: number }
type Options = { bounds: ConnectionBounds; lines: Lines; isProxy: (address: string) => boolean }

const BUSY = 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
/** In ms: how long whoever is turned away may take to read why. */
const FAREWELL = 1_000

/**
 * Holds no more connections than it should, by place and in all. Where it is full, the place that holds the most gives
 * up one that is idle: whoever fills the server crowds out themselves. A trusted proxy stands for everybody, and has no
 * bound of its own.
 */
export function boundConnections(server: Server, { bounds, lines, isProxy }: Options) {
  const tally = new Tally()

  const admit = (socket: Socket, place: string | undefined) => {
    lines.set(socket, newLine(place))
    if (place !== undefined) tally.add(place)
    openConnections.inc()
    socket.once('close', () => {
      lines.delete(socket)
      if (place !== undefined) tally.remove(place)
      openConnections.dec()
    })
  }

  /** True where somebody who holds more than the newcomer had one to spare. */
  const makeRoom = (newcomer: string | undefined): boolean => {
    const heaviest = tally.heaviest()
    if (heaviest === undefined) return false
    if (newcomer !== undefined && tally.of(heaviest) <= tally.of(newcomer) + 1) return false
    for (const [socket, one] of lines) {
      if (one.place !== heaviest || !isIdle(one) || one.isLeaving) continue
      one.isLeaving = true
      evictedConnections.inc()
      if (one.answered === 0) socket.end(BUSY)
      socket.destroySoon()
      return true
    }
    return false
  }

  server.prependListener('connection', socket => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy()
    const place = isProxy(remoteAddress) ? undefined : placeOf(remoteAddress)
    if (place !== undefined && tally.of(place) >= bounds.byAddress) return turnAway(socket, 'address')
    if (lines.size >= bounds.inAll && !makeRoom(place)) return turnAway(socket, 'all')
    admit(socket, place)
  })
}

function turnAway(socket: Socket, bound: 'address' | 'all') {
  refusedConnections.inc({ bound })
  socket.on('error', () => {}).end(BUSY)
  setTimeout(() => socket.destroy(), FAREWELL).unref()
}
