import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, placeOf } from '../limits/place.ts'
import { evictedConnections, openConnections, refusedConnections } from './edgeMetrics.ts'
import { hasAskedNothing, isIdle, type Line, type Lines, newLine, type Origin } from './pipeline.ts'
import { Tally } from './tally.ts'

export type ConnectionBounds = { inAll: number; byAddress: number; byNetwork: number }
type Options = { bounds: ConnectionBounds; lines: Lines; isProxy: (address: string) => boolean }

const BUSY = 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
/** Time in ms for a refused client to read the reason. */
const FAREWELL = 1_000

/**
 * Holds no more connections than it should: by address, by network and in all. A full port closes an idle connection
 * for each newcomer, never one with a request under way: first of the address that holds the most, so that whoever
 * fills the server crowds out themselves; where everybody holds as few as the newcomer, the oldest on which nothing has
 * been asked yet, and then the oldest that waits for its next request. A trusted proxy stands for everybody, and has no
 * bound of its own.
 */
export function boundConnections(server: Server, { bounds, lines, isProxy }: Options) {
  const places = new Tally()
  const networks = new Tally()

  const admit = (socket: Socket, origin: Origin | undefined) => {
    lines.set(socket, newLine(origin))
    if (origin) {
      places.add(origin.place)
      networks.add(origin.network)
    }
    openConnections.inc()
    socket.once('close', () => {
      lines.delete(socket)
      if (origin) {
        places.remove(origin.place)
        networks.remove(origin.network)
      }
      openConnections.dec()
    })
  }

  /** Closes the oldest idle connection of which this is true, if there is one. */
  const closeOldest = (isMeant: (line: Line) => boolean): boolean => {
    // A map keeps its order: the oldest come first.
    for (const [socket, line] of lines) {
      if (!line.origin || line.isLeaving || !isIdle(line) || !isMeant(line)) continue
      line.isLeaving = true
      evictedConnections.inc()
      if (hasAskedNothing(line)) socket.end(BUSY)
      socket.destroySoon()
      return true
    }
    return false
  }

  const makeRoom = (newcomer: Origin | undefined): boolean => {
    const { key: heaviest, count } = places.heaviest()
    const isHeavy = count > (newcomer ? places.of(newcomer.place) + 1 : 0)
    return (
      (isHeavy && closeOldest(({ origin }) => origin?.place === heaviest)) ||
      closeOldest(hasAskedNothing) ||
      closeOldest(() => true)
    )
  }

  const boundReached = (origin: Origin | undefined): 'address' | 'network' | 'all' | undefined => {
    if (origin && places.of(origin.place) >= bounds.byAddress) return 'address'
    if (origin && networks.of(origin.network) >= bounds.byNetwork) return 'network'
    return lines.size >= bounds.inAll && !makeRoom(origin) ? 'all' : undefined
  }

  server.prependListener('connection', socket => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy()
    const origin = isProxy(remoteAddress)
      ? undefined
      : { place: placeOf(remoteAddress), network: networkOf(remoteAddress) }
    const bound = boundReached(origin)
    if (bound) return turnAway(socket, bound)
    admit(socket, origin)
  })
}

function turnAway(socket: Socket, bound: 'address' | 'network' | 'all') {
  refusedConnections.inc({ bound })
  socket.on('error', () => {}).end(BUSY)
  setTimeout(() => socket.destroy(), FAREWELL).unref()
}
