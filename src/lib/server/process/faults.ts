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

/** Message in one line: a failed statement together with its cause, and who did not answer, where a library is silent. */
export function messageOf(error: Error): string {
  const outside = outsideFault(error)
  if (outside) return outside
  if (error instanceof DrizzleQueryError) {
    const why = error.cause instanceof Error ? `：${messageOf(error.cause)}` : ''
    return `${firstWords(error.query)}${why}`
  }
  if (!(error instanceof DatabaseError)) return error.message || codeOf(error)
  return REPEATS_VALUES.test(error.code ?? '') ? `SQLSTATE ${error.code}` : `SQLSTATE ${error.code} ${error.message}`
}

/** Details that libraries attach to errors of services outside: the system error of a fetch, the answer to the S3 client. */
type OutsideError = {
  cause?: { code?: string; hostname?: string; address?: string; port?: number }
  $metadata?: { httpStatusCode?: number }
}

/** Says what an operator can do about a service outside that is not reached, or refuses: the libraries do not name it. */
function outsideFault(error: Error): string | undefined {
  const { cause, $metadata } = error as OutsideError
  if (error.message === 'fetch failed' && cause?.code) {
    const host = cause.hostname ?? (cause.address && `${cause.address}:${cause.port}`) ?? '对方'
    return `连不上 ${host}（${cause.code}），请核对网址、域名解析与网络`
  }
  if (!$metadata || error.name === 'NoSuchKey' || error.name === 'NotFound') return
  const { httpStatusCode: status } = $metadata
  if (status === undefined) return `连不上对象存储（${error.message || error.name}），请核对它的网址与网络`
  if (status === 403) return `对象存储拒绝了请求（HTTP 403 ${error.name}），请核对存储桶、密钥与权限`
  return `对象存储答复 HTTP ${status}（${error.name}）`
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
