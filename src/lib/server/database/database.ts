import type { PoolConfig } from 'pg'
import { archiveSettings } from '../backups/archiving/settings.ts'
import type { Config } from '../process/config.ts'
import { queryOnce } from './client.ts'
import { keepConnected } from './persistentConnection.ts'
import type { WatchedPoolConfig } from './pool.ts'
import { type Embedded, startPostgres } from './postgres.ts'
import { makeProgramRole, PROGRAM_ROLE } from './roles.ts'

/** `connection` is that of who owns the tables, and may change them. */
export type Database = { connection: PoolConfig; embedded: boolean; close: () => Promise<void> }
/** `working`: what the pool connects as and through; `listening`: the same for LISTEN, past any pooler. */
export type ServerDatabase = Database & { working: WatchedPoolConfig; listening: PoolConfig }
type Say = (line: string) => void

/**
 * Opens the database for the server: an external one by DATABASE_URL, or the built-in one, which then belongs to this
 * process alone until it ends.
 */
export async function openForServer(config: Config, say: Say): Promise<ServerDatabase> {
  if (config.databaseUrl) return openExternal(config, config.databaseUrl)
  const start = () => startPostgres({ dataDir: config.dataDir, settings: archiveSettings(config), say })
  let running = await start()
  const revive = async () => {
    running.leave()
    running = await start()
  }
  const close = await claim({ running: () => running, revive }, config.dataDir)
  await running.own()
  const { connection } = running
  await makeProgramRole(connection)
  // The superuser stays behind the socket that only the system's user may open, and does nothing for visitors.
  const working = { ...connection, user: PROGRAM_ROLE, max: config.databasePool }
  return { connection, working, listening: working, embedded: true, close }
}

/** Opens the database for the command line, beside a running server; the last process to leave stops PostgreSQL. */
export async function openForTool(config: Config, say: Say): Promise<Database> {
  if (config.databaseUrl) return openExternal(config, config.databaseUrl)
  const settings = archiveSettings(config)
  const { connection, stop, leave } = await startPostgres({ dataDir: config.dataDir, settings, say })
  const close = async () => {
    if (await othersConnected(connection)) leave()
    else await stop()
  }
  return { connection, embedded: true, close }
}

type Owned = { running: () => Embedded; revive: () => Promise<unknown> }

/**
 * The owner of the data directory holds a lock in its PostgreSQL: it ends with the process, however that ends. Answers
 * how to let go of both; should another process have become the owner meanwhile, PostgreSQL is left to that one.
 */
async function claim({ running, revive }: Owned, dataDir: string): Promise<() => Promise<void>> {
  const { connection } = running()
  let mine = false
  const { stop: release } = await keepConnected(
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
    running().leave()
    throw new Error(
      `数据目录 ${dataDir} 正由另一个行协进程（pid ${(await ownerOf(connection)) ?? '未知'}）使用，请先停止它，或另设 DATA_DIR。`,
    )
  }
  return async () => {
    const owner = mine
    await release()
    if (owner) await running().stop()
    else running().leave()
  }
}

const OWNER = `hashtext('hangxie server')`

/** Version, size and users of the PostgreSQL server, in one line for people. */
export async function summarise(connection: PoolConfig): Promise<string> {
  const [about] = await queryOnce<{ version: string; size: string }>(
    connection,
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  const owner = await ownerOf(connection)
  return `PostgreSQL ${about!.version}，数据 ${about!.size}${owner ? `，正由行协进程（pid ${owner}）使用` : ''}`
}

async function ownerOf(connection: PoolConfig): Promise<string | undefined> {
  const [owner] = await queryOnce<{ pid: string }>(
    connection,
    `select substring(application_name from '\\d+') pid from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = ${OWNER}::bigint & 4294967295 limit 1`,
  )
  return owner?.pid
}

async function othersConnected(connection: PoolConfig): Promise<boolean> {
  const others = await queryOnce(
    connection,
    `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  ).catch(() => [])
  return others.length > 0
}

/** The oldest that the tests run on. */
export const MIN_POSTGRES_VERSION = 15

type Urls = Pick<Config, 'databaseOwnerUrl' | 'databaseDirectUrl' | 'databasePool'>

/**
 * Opens an external PostgreSQL: checks that each of its addresses is reachable, that it is new enough, and that it can
 * store Chinese.
 */
async function openExternal(config: Urls, url: string): Promise<ServerDatabase> {
  const { databaseOwnerUrl: ownerUrl, databaseDirectUrl: directUrl, databasePool: max } = config
  const listening = { connectionString: directUrl ?? url }
  const connection = { connectionString: ownerUrl ?? directUrl ?? url }
  // A pooler refuses what would change the session of whoever has its connection next.
  const throughPooler = { statement_timeout: undefined, unnamed: true }
  const working = { connectionString: url, max, ...(directUrl ? throughPooler : {}) }
  await examine({ connectionString: url, statement_timeout: directUrl ? undefined : 5_000 }, 'DATABASE_URL')
  if (directUrl) await examine({ connectionString: directUrl }, 'DATABASE_DIRECT_URL')
  if (ownerUrl) await examine({ connectionString: ownerUrl }, 'DATABASE_OWNER_URL')
  return { connection, working, listening, embedded: false, close: async () => {} }
}

type Connecting = { connectionString: string; statement_timeout?: number }

async function examine(connection: Connecting, setting: string): Promise<void> {
  const { host, pathname } = new URL(connection.connectionString)
  const name = `${setting} 指定的数据库（${host}${pathname}）`
  const [about] = await queryOnce<{ version: number; encoding: string }>(
    connection,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  ).catch(error => {
    if (/unsupported startup parameter/.test(error.message))
      throw new Error(`${name}经过不接受启动参数的连接池（如 PgBouncer），请另设直连数据库的 DATABASE_DIRECT_URL。`)
    throw new Error(`无法连接 ${name}：${error.message || error.code}`, { cause: error })
  })
  if (about!.version < MIN_POSTGRES_VERSION)
    throw new Error(`${name}是 PostgreSQL ${about!.version}，需要 ${MIN_POSTGRES_VERSION} 或更高版本。`)
  if (about!.encoding !== 'UTF8') throw new Error(`${name}的编码是 ${about!.encoding}，需要 UTF8。`)
}
