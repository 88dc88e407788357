import { setTimeout as wait } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'

type Line = {
  begin: (client: Client) => Promise<unknown>
  lost: () => void
  /** Done before every attempt to reconnect. */
  revive?: () => Promise<unknown>
}

/** In ms: between attempts to reconnect, and how soon a silent connection is probed. */
const RETRY = 500
const PROBE = 10_000

/**
 * One connection that is always there: `begin` runs on it now and after every reconnection, `lost` when it breaks. Not
 * from the pool, which could never end while it is out. The first failure is the caller's.
 */
export async function keepConnected(connection: PoolConfig, { begin, lost, revive }: Line) {
  let ended = false
  let client: Client

  const connect = async () => {
    client = new Client({
      ...connection,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBE,
    })
    client.on('error', () => {})
    const closed = new Promise<void>(resolve => client.once('end', resolve))
    try {
      await client.connect()
      await begin(client)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    void closed.then(reconnect)
  }
  const reconnect = async () => {
    if (!ended) lost()
    for (let connected = false; !connected && !ended; ) {
      await wait(RETRY)
      connected = await Promise.resolve(revive?.())
        .then(connect)
        .then(
          () => true,
          () => false,
        )
    }
  }

  await connect()
  return async () => {
    ended = true
    await client.end().catch(() => {})
  }
}
