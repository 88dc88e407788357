import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { unacknowledged } from './acknowledged.ts'
import { cutReaders } from './edgeMetrics.ts'
import { isIdle, type Line, type Lines, type Look } from './pipeline.ts'

/** `floor` in bytes a second; by `patience`, in ms, whoever is slower is cut. */
export type ReaderBounds = { floor: number; patience: number }
type Suspect = { socket: Socket; mine: Line; taken: number }

/** What Node itself looks at when it asks whether a socket moves (`net.js`); there is no public name for it. */
type Handle = { bytesWritten: number; writeQueueSize: number }
const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' && value !== null && 'bytesWritten' in value && 'writeQueueSize' in value
const handleOf = (socket: Socket): Handle | undefined => {
  const handle: unknown = Reflect.get(socket, '_handle')
  return isHandle(handle) ? handle : undefined
}

/** How often they are looked at while patience lasts. */
const LOOKS = 15

/**
 * Cuts off who has answers of ours waiting in memory and takes them more slowly than `floor`. Whoever has taken all is
 * no burden: the system has it. A slow but honest line survives, since what counts is what has arrived there.
 */
export function cutSlowReaders(server: Server, lines: Lines, { floor, patience }: ReaderBounds) {
  const interval = patience / LOOKS
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
function lookedAt({ seen }: Line, now: Look, window: number): Look | undefined {
  seen.push(now)
  while (seen[1] && now.at - seen[1].at >= window) seen.shift()
  const [oldest] = seen
  return oldest && now.at - oldest.at >= window ? oldest : undefined
}
