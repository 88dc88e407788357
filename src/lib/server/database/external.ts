import type { Config } from '../process/config.ts'
import { ask } from './asking.ts'
import type { ServerDatabase } from './database.ts'

/** The oldest that the tests run on. */
export const OLDEST = 15

type Urls = Pick<Config, 'databaseOwnerUrl' | 'databaseDirectUrl' | 'databasePool'>

/** Somebody else's PostgreSQL: reachable by each of its addresses, new enough, and able to store Chinese. */
export async function openExternal(config: Urls, url: string): Promise<ServerDatabase> {
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
  const [about] = await ask<{ version: number; encoding: string }>(
    connection,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  ).catch(error => {
    if (/unsupported startup parameter/.test(error.message))
      throw new Error(`${name}经过不接受启动参数的连接池（如 PgBouncer），请另设直连数据库的 DATABASE_DIRECT_URL。`)
    throw new Error(`无法连接 ${name}：${error.message || error.code}`, { cause: error })
  })
  if (about!.version < OLDEST) throw new Error(`${name}是 PostgreSQL ${about!.version}，需要 ${OLDEST} 或更高版本。`)
  if (about!.encoding !== 'UTF8') throw new Error(`${name}的编码是 ${about!.encoding}，需要 UTF8。`)
}
