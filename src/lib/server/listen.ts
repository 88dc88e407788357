import { setTimeout as wait } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'

type Heard = { changed: () => void; lost: () => void }

/**
 * Calls `changed` whenever a transaction on any process has changed content, and after every reconnection, since
 * changes may have been missed meanwhile. On a connection of its own: LISTEN on a pooled one would never let the pool end.
 */
export async function listen(
  connection: PoolConfig,
  channel: string,
  { changed, lost }: Heard,
): Promise<() => Promise<void>> {
  let client: Client
  let ended = false

  const connect = async () => {
    client = new Client({ ...connection, keepAlive: true })
    client.on('notification', changed)
    client.on('error', () => {})
    client.on('end', () => void reconnect())
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    changed()
  }
  const reconnect = async () => {
    if (ended) return
    lost()
    await wait(500, undefined, { ref: false })
    if (!ended) await connect().catch(() => {})
  }

  await connect()
  return async () => {
    ended = true
    await client.end().catch(() => {})
  }
}
