import type { PoolConfig } from 'pg'
import { keepConnected } from './persistentConnection.ts'

type Heard = { changed: () => void; lost: () => void }

/**
 * Calls `changed` whenever a transaction on any process has changed content, and after every reconnection, since
 * changes may have been missed meanwhile.
 */
export const listen = (connection: PoolConfig, channel: string, { changed, lost }: Heard) =>
  keepConnected(connection, {
    lost,
    begin: async client => {
      client.on('notification', changed)
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      changed()
    },
  })
