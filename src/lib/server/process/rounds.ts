import type { FastifyBaseLogger } from 'fastify'

/** Works when woken, one round at a time: who wakes it meanwhile gets one more round. A round that fails is logged. */
export function makeRounds(work: () => Promise<unknown>, log: Pick<FastifyBaseLogger, 'error'>, fault: string) {
  let running: Promise<void> | undefined
  let again = false

  const rounds = async () => {
    do {
      again = false
      await work()
    } while (again)
  }
  const wake = () => {
    if (running) again = true
    else
      running = rounds()
        // The job that comes each minute tries again.
        .catch(err => log.error({ err }, fault))
        .finally(() => {
          running = undefined
        })
  }
  return { wake, rest: async () => running }
}
