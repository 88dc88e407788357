import type { FastifyBaseLogger } from 'fastify'
import { isUnavailable } from '../database/connectionErrors.ts'
import { describeError, messageOf } from './faults.ts'

type Write = (...args: never) => void

/** Lines in a second, of all that a database that is away makes fail. */
const MAX_LINES_PER_SECOND = 2
const SECOND = 1_000

/**
 * Log settings for errors: values are left out (`faults.ts`), and while the database is unavailable, the same error of
 * many requests is logged twice a second with the number of the others.
 */
export function faultLog() {
  let told = 0
  let leftOut = 0

  const isOneTooMany = (log: FastifyBaseLogger): boolean => {
    if (told === 0) setTimeout(endSecond, SECOND, log).unref()
    if (told++ < MAX_LINES_PER_SECOND) return false
    leftOut++
    return true
  }
  const endSecond = (log: FastifyBaseLogger) => {
    if (leftOut > 0) log.error({ leftOut }, 'more failed because the database is away')
    told = 0
    leftOut = 0
  }

  return {
    serializers: {
      err: (error: unknown) => (isUnavailable(error) ? withoutStack(describeError(error)) : describeError(error)),
    },
    hooks: {
      logMethod(this: FastifyBaseLogger, args: unknown[], method: Write) {
        const error = errorIn(args[0])
        if (error && isUnavailable(error) && isOneTooMany(this)) return
        // Adds a message: without one of its own, pino would log the message of the error.
        const worded = error && args.length === 1 ? [...args, messageOf(error)] : args
        Reflect.apply(method, this, worded)
      },
    },
  }
}

function errorIn(given: unknown): Error | undefined {
  if (given instanceof Error) return given
  const { err } = Object(given)
  return err instanceof Error ? err : undefined
}

const withoutStack = ({ type, message, code }: ReturnType<typeof describeError>) => ({ type, message, code, stack: '' })
