import { Client, type PoolConfig } from 'pg'

/** A connection of its own for a piece of work. Where it breaks, what is asked on it fails, and nothing else. */
export async function withClient<T>(connection: PoolConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs one query on a connection of its own. */
export const queryOnce = <Row extends object>(connection: PoolConfig, query: string): Promise<Row[]> =>
  withClient({ ...connection, connectionTimeoutMillis: 10_000 }, async client => (await client.query<Row>(query)).rows)
