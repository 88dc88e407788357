import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../context.ts'
import { sendDue } from './send.ts'

/** Sends when woken, one round at a time: who wakes it meanwhile gets one more round. */
export function makeSender(services: Services, log: Pick<FastifyBaseLogger, 'error'>) {
  let running: Promise<void> | undefined
  let again = false

  const rounds = async () => {
    do {
      again = false
      await sendDue(services, new Date())
    } while (again)
  }
  const wake = () => {
    if (running) again = true
    else
      running = rounds()
        // The job that comes each minute tries again.
        .catch(err => log.error({ err }, 'the outbox could not be emptied'))
        .finally(() => {
          running = undefined
        })
  }
  return { wake, rest: async () => running }
}
