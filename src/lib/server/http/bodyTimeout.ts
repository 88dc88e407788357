import type { IncomingMessage, ServerResponse } from 'node:http'
import { cutSenders } from '../edge/edgeMetrics.ts'

/** Timeout of a whole body, and interval between checks of an upload, in ms. */
const BODY_TIMEOUT_MS = 30_000
/** Bytes a second: slower than any line that people upload on. */
const MIN_BYTES_PER_SECOND = 2_000

/** Requests that bring a file somebody may bring. */
const uploads = new WeakSet<IncomingMessage>()

/** Lets a body take as long as it needs, if only it moves. */
export const allowUpload = (request: IncomingMessage) => uploads.add(request)
export const isUpload = (request: IncomingMessage): boolean => uploads.has(request)

/**
 * Cuts off who is slow to send a body. Node's own `requestTimeout` knows no exceptions, and a film on a slow line needs
 * one.
 */
export function startBodyTimeout(request: IncomingMessage, response: ServerResponse, patience = BODY_TIMEOUT_MS): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined) return
  const { socket } = request
  let received = socket.bytesRead
  const look = () => {
    if (request.complete) return clearInterval(clock)
    const moved = socket.bytesRead - received >= (MIN_BYTES_PER_SECOND * patience) / 1000
    received = socket.bytesRead
    // The rest of the body is not wanted once the request is answered.
    if (uploads.has(request) && moved && !response.writableEnded) return
    clearInterval(clock)
    cutSenders.inc()
    if (!response.headersSent)
      socket.write('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    socket.destroy()
  }
  const clock = setInterval(look, patience).unref()
  request.once('close', () => clearInterval(clock))
}
