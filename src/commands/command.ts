import { type Config, readConfig } from '#lib/server/config.ts'
import type { Services } from '#lib/server/context.ts'
import { type Database, openForTool } from '#lib/server/database.ts'
import { openPool } from '#lib/server/db.ts'
import { migrate } from '#lib/server/migrations.ts'
import { openServices } from '#lib/server/services.ts'

type Given = Record<string, string | boolean | undefined>

/** One `hangxie <command>`: what it is for, what it may be told, and its exit code. */
export type Command = {
  summary: string
  options: Record<string, { type: 'string' | 'boolean'; summary: string }>
  run: (given: Given) => Promise<number>
}

export const JSON_OPTION = { json: { type: 'boolean', summary: '以 JSON 输出' } } as const

/** Progress, apart from the answer on standard output. */
export const say = (line: string) => process.stderr.write(`${line}\n`)

/** Works beside a running server, and leaves no PostgreSQL running that nobody else uses. */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig()
  const database = await openForTool(config, say)
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}

/** What the server works with, on an up-to-date schema; statements may take as long as they need. */
export const withServices = <T>(work: (services: Services) => Promise<T>): Promise<T> =>
  withDatabase(async ({ connection }, config) => {
    await migrate(connection)
    const pool = openPool({ ...connection, statement_timeout: 0 })
    try {
      return await work(await openServices(config, pool))
    } finally {
      await pool.end()
    }
  })
