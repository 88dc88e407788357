import { z } from 'zod'

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: '应以 postgres:// 开头' }).optional()
const pool = '应为 1 到 200 的整数'

export const databaseEnvironment = {
  DATABASE_URL: postgresUrl,
  DATABASE_OWNER_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_REPLICA_URL: postgresUrl,
  DB_POOL: z.coerce.number(pool).int(pool).min(1, pool).max(200, pool).default(10),
}

type Environment = z.output<z.ZodObject<typeof databaseEnvironment>>

/** The other addresses are those of a database that is not our own. */
export const databaseNeeds = (e: Environment) =>
  e.DATABASE_OWNER_URL || e.DATABASE_DIRECT_URL || e.DATABASE_REPLICA_URL ? (['DATABASE_URL'] as const) : []

export const databaseSettings = (e: Environment) => ({
  databaseUrl: e.DATABASE_URL,
  /** Connection as the owner of the tables, for migrations and tools. */
  databaseOwnerUrl: e.DATABASE_OWNER_URL,
  /** Past a pooler that gives each transaction another connection. */
  databaseDirectUrl: e.DATABASE_DIRECT_URL,
  /** A streaming replica that public pages are made from. */
  databaseReplicaUrl: e.DATABASE_REPLICA_URL,
  /** Maximum connections of the server. */
  databasePool: e.DB_POOL,
})
