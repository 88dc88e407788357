import type { PoolConfig } from 'pg'
import { keepConnected } from './persistentConnection.ts'
import type { WatchedPool } from './pool.ts'

type Log = { warn: (message: string) => void }

/** Tells the pool within seconds when the database no longer answers, and when it does again. */
export async function watch(pool: WatchedPool, connection: PoolConfig, log: Log) {
  let isAway = false
  const { stop } = await keepConnected(connection, {
    begin: async () => {
      pool.resume()
      if (isAway) log.warn('the database answers again')
      isAway = false
    },
    lost: () => {},
    away: () => {
      pool.giveUp()
      if (!isAway) log.warn('the database does not answer')
      isAway = true
    },
  })
  return { stop }
}
