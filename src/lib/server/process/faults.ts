import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** Error as it is logged: what failed and where, never a value that was typed or is stored. */
export type ErrorDescription = {
  type: string
  message: string
  stack: string
  cause?: ErrorDescription
  [property: string]: unknown
}

/** Characters that are enough to recognise a statement. */
const FIRST_WORDS = 80

/** Messages of these kinds repeat the value that could not be read: data exceptions, and a text that is no query. */
const REPEATS_VALUES = /^(22|42601$|P0)/

/** Properties logged of system errors, and of database errors. */
const OF_SYSTEM = ['code', 'syscall', 'address', 'port', 'statusCode'] as const
const OF_DATABASE = ['code', 'severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const

export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const told: ErrorDescription = {
    type: error.name,
    message: messageOf(error),
    stack: framesOf(error),
    ...propertiesOf(error),
  }
  if (error.cause !== undefined) told.cause = describeError(error.cause)
  return told
}

/** Message in one line: a failed statement together with its cause. */
export function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) {
    const why = error.cause instanceof Error ? `：${messageOf(error.cause)}` : ''
    return `${firstWords(error.query)}${why}`
  }
  if (!(error instanceof DatabaseError)) return error.message || codeOf(error)
  return REPEATS_VALUES.test(error.code ?? '') ? `SQLSTATE ${error.code}` : `SQLSTATE ${error.code} ${error.message}`
}

function firstWords(statement: string): string {
  const text = statement.replace(/\s+/g, ' ').trim()
  return text.length > FIRST_WORDS ? `${text.slice(0, FIRST_WORDS)}…` : text
}

/** Stack frames only; the lines above repeat the message. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')

function propertiesOf(error: Error): Record<string, unknown> {
  const names: readonly string[] = error instanceof DatabaseError ? OF_DATABASE : OF_SYSTEM
  return Object.fromEntries(
    Object.entries(error).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : error.name)
