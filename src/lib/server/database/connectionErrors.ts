import { DatabaseError } from 'pg'

/** The database does not answer: whoever waits for it is told so, and nobody waits any more. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseAway'

  constructor(message = 'the database does not answer') {
    super(message)
  }
}

/** Error codes of the system where a connection cannot be made or has broken. */
const BROKEN = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
]

/** Messages of `pg` about a connection that was closed or timed out. */
const CLOSED =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error))/

/**
 * The database is away, restarting, out of connections, a statement ran into its time limit, or two pieces of work were in
 * each other's way: later, the same may work.
 */
export function isUnavailable(error: unknown): boolean {
  const cause = (error as { cause?: unknown }).cause ?? error
  if (cause instanceof DatabaseError) return /^(08|53|57)/.test(cause.code ?? '') || isConflict(cause)
  if (cause instanceof DatabaseUnavailable) return true
  const { code = '', message = '', syscall } = cause as { code?: string; message?: string; syscall?: string }
  // ENOENT from connect: there is no socket file.
  if (code === 'ENOENT') return syscall === 'connect'
  return (syscall !== undefined && BROKEN.includes(code)) || CLOSED.test(message)
}

/** A deadlock, a conflict of transactions (class 40), or a lock that was not to be had in time: nothing was stored. */
export function isConflict(error: unknown): boolean {
  const cause = (error as { cause?: unknown }).cause ?? error
  return cause instanceof DatabaseError && /^(40|55P03)/.test(cause.code ?? '')
}

/** Whether the connection failed because no server answers. A server that is full, or refuses us, is there. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || /^(08|57)/.test(error.code ?? '')
