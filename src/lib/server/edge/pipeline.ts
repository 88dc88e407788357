import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refusedConnections } from './edgeMetrics.ts'

/** Maximum pipelined requests on one connection before the first answer is read; browsers send one. */
const MAX_PIPELINED_REQUESTS = 32

/** Key by which connections are counted: an address (a /64 of IPv6), and the network around it. */
export type Origin = { place: string; network: string }
type PipelinedRequest = { request: IncomingMessage; response: ServerResponse }
/** State of one connection: the answer being sent, and the requests waiting. */
export type Line = {
  /** Undefined: a trusted proxy. */
  origin: Origin | undefined
  current: ServerResponse | undefined
  waiting: PipelinedRequest[]
  answered: number
  isLeaving: boolean
  /** The last looks at it while something was left to read, the oldest first. */
  seen: SocketProgress[]
}
/** Measurement: time in ms, bytes accepted by the system, and bytes acknowledged by the client by then. */
export type SocketProgress = { at: number; taken: number; arrived: number }
export type Lines = Map<Socket, Line>

export const newLine = (origin: Origin | undefined): Line => ({
  origin,
  current: undefined,
  waiting: [],
  answered: 0,
  isLeaving: false,
  seen: [],
})

const isOver = (response: ServerResponse) => response.writableFinished || response.destroyed
/** Whether no complete request, not even complete headers, has arrived yet. */
export const hasAskedNothing = ({ answered }: Line) => answered === 0
export const isIdle = ({ current, waiting }: Line) => waiting.length === 0 && (!current || isOver(current))

/** Answers the requests of a connection one after the other: the next one when the last answer has left. */
export function answerInOrder(lines: Lines, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const begin = (mine: Line, { request, response }: PipelinedRequest) => {
    mine.current = response
    mine.answered++
    answer(request, response)
  }
  const goOn = (mine: Line) => {
    const next = mine.waiting.shift()
    if (!next || next.request.socket.destroyed) return
    if (mine.waiting.length > 0) next.response.once('close', () => goOn(mine))
    begin(mine, next)
  }
  return (request: IncomingMessage, response: ServerResponse) => {
    const mine = lines.get(request.socket)
    // Turned away at the door, or gone.
    if (!mine || mine.isLeaving) return void request.resume()
    if (isIdle(mine)) return begin(mine, { request, response })
    if (mine.waiting.length >= MAX_PIPELINED_REQUESTS) {
      refusedConnections.inc({ bound: 'pipeline' })
      mine.isLeaving = true
      mine.waiting.length = 0
      return void request.socket.destroy()
    }
    mine.waiting.push({ request, response })
    if (mine.waiting.length === 1) mine.current?.once('close', () => goOn(mine))
  }
}
