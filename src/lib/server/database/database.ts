import { Client, type PoolConfig } from 'pg'
import type { Config } from '../process/config.ts'
import { keepConnected } from './persistentConnection.ts'
import { type Embedded, startPostgres } from './postgres.ts'

export type Database = { connection: PoolConfig; embedded: boolean; close: () => Promise<void> }
type Say = (line: string) => void

/** For the server: yours by DATABASE_URL, or our own, which then belongs to this process alone until it ends. */
export async function openForServer(config: Config, say: Say): Promise<Database> {
  if (config.databaseUrl) return external(config.databaseUrl)
  const start = () => startPostgres({ dataDir: config.dataDir, say })
  const { connection, stop } = await start()
  const close = await claim({ connection, stop, revive: start }, config.dataDir)
  return { connection, embedded: true, close }
}

/** For the command line: works beside a running server; whoever is the last to leave stops PostgreSQL. */
export async function openForTool(config: Config, say: Say): Promise<Database> {
  if (config.databaseUrl) return external(config.databaseUrl)
  const { connection, stop } = await startPostgres({ dataDir: config.dataDir, say })
  const close = async () => {
    if (!(await othersConnected(connection))) await stop()
  }
  return { connection, embedded: true, close }
}

/** Somebody else's PostgreSQL: reachable, new enough, and able to store Chinese. */
async function external(url: string): Promise<Database> {
  const connection = { connectionString: url }
  const { host, pathname } = new URL(url)
  const name = `DATABASE_URL 指定的数据库（${host}${pathname}）`
  const [about] = await ask<{ version: number; encoding: string }>(
    connection,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  ).catch(error => {
    throw new Error(`无法连接 ${name}：${error.message || error.code}`, { cause: error })
  })
  if (about!.version < 15) throw new Error(`${name}是 PostgreSQL ${about!.version}，需要 15 或更高版本。`)
  if (about!.encoding !== 'UTF8') throw new Error(`${name}的编码是 ${about!.encoding}，需要 UTF8。`)
  return { connection, embedded: false, close: async () => {} }
}

type Owned = Embedded & { revive: () => Promise<unknown> }

/**
 * The owner of the data directory holds a lock in its PostgreSQL: it ends with the process, however that ends. Answers
 * how to let go of both; should another process have become the owner meanwhile, PostgreSQL is left to that one.
 */
async function claim({ connection, stop, revive }: Owned, dataDir: string): Promise<() => Promise<void>> {
  let mine = false
  const release = await keepConnected(
    { ...connection, application_name: `hangxie ${process.pid}` },
    {
      begin: async client => {
        // A moment's patience: PostgreSQL may only just be noticing that the owner before us was killed.
        await client.query(`set lock_timeout = '2s'`)
        mine = await client.query(`select pg_advisory_lock(${OWNER})`).then(
          () => true,
          () => false,
        )
      },
      lost: () => {
        mine = false
      },
      // A PostgreSQL that has died, out of memory perhaps, is started again.
      revive,
    },
  )
  if (!mine) {
    await release()
    throw new Error(
      `数据目录 ${dataDir} 正由另一个行协进程（pid ${(await ownerOf(connection)) ?? '未知'}）使用，请先停止它，或另设 DATA_DIR。`,
    )
  }
  return async () => {
    const owner = mine
    await release()
    if (owner) await stop()
  }
}

const OWNER = `hashtext('hangxie server')`

/** Which PostgreSQL it is and who uses it, in one line for people. */
export async function summarise(connection: PoolConfig): Promise<string> {
  const [about] = await ask<{ version: string; size: string }>(
    connection,
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  const owner = await ownerOf(connection)
  return `PostgreSQL ${about!.version}，数据 ${about!.size}${owner ? `，正由行协进程（pid ${owner}）使用` : ''}`
}

async function ownerOf(connection: PoolConfig): Promise<string | undefined> {
  const [owner] = await ask<{ pid: string }>(
    connection,
    `select substring(application_name from '\\d+') pid from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = ${OWNER}::bigint & 4294967295 limit 1`,
  )
  return owner?.pid
}

async function othersConnected(connection: PoolConfig): Promise<boolean> {
  const others = await ask(
    connection,
    `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  ).catch(() => [])
  return others.length > 0
}

async function ask<Row extends object>(connection: PoolConfig, query: string): Promise<Row[]> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
