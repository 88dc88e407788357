import { write as writeTo } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

type Options = {
  fd?: number
  /** Maximum characters waiting for a slow reader or a full disk; further lines are dropped. */
  limit?: number
  /** Delay in ms before a failed write is retried. */
  retry?: number
}

export type LogSink = ReturnType<typeof makeLogSink>

const PIECE = 64 * 1024
const POLL_MS = 10

/**
 * Writes log lines without blocking requests. A full disk or an unread pipe only loses lines, which are counted; the
 * first line after the gap says how many are missing.
 */
export function makeLogSink({ fd = 1, limit = 1 << 20, retry = 250 }: Options = {}) {
  let lines: string[] = []
  let length = 0
  let piece = Buffer.alloc(0)
  let missing = 0
  let dropped = 0
  let busy = false
  let closed = false

  const next = () => {
    if (closed) return
    if (piece.length === 0) take()
    busy = piece.length > 0
    if (busy) writeTo(fd, piece, written)
  }
  const take = () => {
    if (lines.length === 0 && missing > 0) tellGap()
    let count = 0
    for (let size = 0; count < lines.length && size < PIECE; count++) size += lines[count]!.length
    const text = lines.slice(0, count).join('')
    lines = lines.slice(count)
    length -= text.length
    piece = Buffer.from(text)
  }
  const written = (error: Error | null, count: number) => {
    // EAGAIN of a full pipe, ENOSPC, EIO, EPIPE alike: what is left is tried again, for whoever mends it.
    if (error) return void setTimeout(next, retry).unref()
    piece = piece.subarray(count)
    next()
  }
  const tellGap = () => {
    const msg = `${missing} lines of the log are missing: they could not be written`
    const line = `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, missing, msg })}\n`
    lines.push(line)
    length += line.length
    missing = 0
  }

  return {
    write(line: string) {
      // Drops all lines after the first dropped one until the rest is written: one gap instead of many.
      if (missing > 0 || length + line.length > limit) {
        missing++
        dropped++
        return
      }
      lines.push(line)
      length += line.length
      if (!busy) next()
    },
    /** Waits until all is written, at most that many ms. */
    async rest(patience: number) {
      for (let waited = 0; busy && waited < patience; waited += POLL_MS) await wait(POLL_MS)
    },
    /** Stops writing. Call it before the descriptor is closed, since its number may be reused. */
    close() {
      closed = true
    },
    /** Lines that were never written, since the program began. */
    dropped: () => dropped,
  }
}

/** Log sink of the program: standard output. */
export const logSink = makeLogSink()
