import type { FastifyBaseLogger } from 'fastify'

/**
 * Work of one round. Once the signal is aborted, because the program ends, it starts nothing more and waits for
 * nothing.
 */
type Work = (ending: AbortSignal) => Promise<unknown>

/** Works when woken, one round at a time: who wakes it meanwhile gets one more round. A round that fails is logged. */
export function makeRounds(work: Work, log: Pick<FastifyBaseLogger, 'error'>, fault: string) {
  const end = new AbortController()
  let running: Promise<void> | undefined
  let again = false

  const rounds = async () => {
    try {
      do {
        again = false
        await work(end.signal)
      } while (again && !end.signal.aborted)
    } catch (err) {
      // The job that comes each minute tries again.
      log.error({ err }, fault)
    } finally {
      // Cleared together with the last round, so that a later wake starts a new one.
      running = undefined
    }
  }
  const wake = () => {
    if (running) again = true
    else running = rounds()
  }
  const rest = async () => {
    end.abort()
    await running
  }
  return { wake, rest }
}
