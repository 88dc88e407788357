import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { unacknowledged } from './acknowledged.ts'
import { cutReaders } from './edgeMetrics.ts'
import { isIdle, type Lines } from './pipeline.ts'

/** `floor` in bytes a second; by `patience`, in ms, whoever is slower is cut. */
export type ReaderBounds = { floor: number; patience: number }
type Suspect = { socket: Socket; taken: number }

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
    const now = performance.now()
    const suspects: Suspect[] = []
    for (const [socket, mine] of lines) {
      const handle = handleOf(socket)
      if (!handle || isIdle(mine) || handle.writeQueueSize + socket.writableLength === 0) {
        mine.seen = undefined
        continue
      }
      const taken = handle.bytesWritten - handle.writeQueueSize
      mine.seen ??= { at: now, taken, arrived: undefined }
      suspects.push({ socket, taken })
    }
    if (suspects.length === 0) return
    const underWay = await unacknowledged()
    for (const { socket, taken } of suspects) {
      const seen = lines.get(socket)?.seen
      if (!seen) continue
      const arrived = taken - underWay(socket)
      seen.arrived ??= arrived
      if (now - seen.at < window) continue
      // Either is enough: the system takes it by the megabyte on a fast line, and only then tells.
      const moved = Math.max(taken - seen.taken, arrived - seen.arrived)
      if (moved >= (floor * window) / 1000) {
        Object.assign(seen, { at: now, taken, arrived })
        continue
      }
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
