import type { PoolConfig } from 'pg'
import { keepConnected } from './persistentConnection.ts'

type Listening = {
  /** Handlers by channel, called with the payload when a transaction of any process notifies it. */
  changed: Record<string, (what: string) => void>
  lost: () => void
}

/**
 * Hears on one connection whatever processes tell each other by NOTIFY. After every reconnection all of `changed` is
 * called with `''`, since anything may have been missed meanwhile.
 */
export async function listen(connection: PoolConfig, { changed, lost }: Listening) {
  const { ask, stop } = await keepConnected(connection, {
    lost,
    begin: async client => {
      client.on('notification', ({ channel, payload = '' }) => changed[channel]?.(payload))
      for (const channel of Object.keys(changed)) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      for (const hear of Object.values(changed)) hear('')
    },
  })
  return { stop, caughtUp: oneAfterTheOther(ask) }
}

/**
 * Resolves once everything that was committed before has been heard: PostgreSQL sends what waits for a connection before
 * it is done with a question of that connection. Who asks meanwhile shares the next question, not the one under way.
 */
function oneAfterTheOther(ask: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => {
    next = undefined
    running = ask().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return begin()
    next ??= running.then(begin)
    return next
  }
}
