import { Client, type PoolConfig } from 'pg'

/** One question, on a connection of its own. */
export async function ask<Row extends object>(connection: PoolConfig, query: string): Promise<Row[]> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
