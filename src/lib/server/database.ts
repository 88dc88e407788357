import { Client, type PoolConfig } from 'pg'
import type { Config } from './config.ts'
import { startPostgres } from './postgres.ts'

export type Database = { connection: PoolConfig; embedded: boolean; close: () => Promise<void> }

/** For the server: yours by DATABASE_URL, or our own, which then belongs to this process alone until it ends. */
export async function openForServer(config: Config, say: (line: string) => void): Promise<Database> {
  if (config.databaseUrl) return external(config.databaseUrl)
  const embedded = await startPostgres({ dataDir: config.dataDir, say })
  const release = await claim(embedded.connection, config.dataDir)
  return {
    connection: embedded.connection,
    embedded: true,
    close: async () => {
      await release()
      await embedded.stop()
    },
  }
}

/** For the command line: works beside a running server, and leaves no PostgreSQL running that it had to start. */
export async function openForTool(config: Config, say: (line: string) => void): Promise<Database> {
  if (config.databaseUrl) return external(config.databaseUrl)
  const { connection, started, stop } = await startPostgres({ dataDir: config.dataDir, say })
  return { connection, embedded: true, close: async () => (started ? stop() : undefined) }
}

const external = (url: string): Database => ({
  connection: { connectionString: url },
  embedded: false,
  close: async () => {},
})

/** The owner of the data directory holds a lock in its PostgreSQL: it ends with the process, however that ends. */
async function claim(connection: PoolConfig, dataDir: string): Promise<() => Promise<void>> {
  const client = new Client({ ...connection, application_name: `hangxie ${process.pid}`, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query("select pg_try_advisory_lock(hashtext('hangxie server')) mine")
  if (rows[0].mine) return () => client.end()
  const owner = await client.query(
    `select substring(application_name from '\\d+') pid from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = hashtext('hangxie server')::bigint & 4294967295 limit 1`,
  )
  await client.end()
  throw new Error(
    `数据目录 ${dataDir} 正由另一个行协进程（pid ${owner.rows[0]?.pid ?? '未知'}）使用，请先停止它，或另设 DATA_DIR。`,
  )
}
