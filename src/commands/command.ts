import type { Services } from '#lib/server/api/context.ts'
import { openServices } from '#lib/server/api/services.ts'
import { isUserMessage } from '#lib/server/archive/damage.ts'
import { refuseUnfinished } from '#lib/server/archive/unfinished.ts'
import { type Database, openForTool } from '#lib/server/database/database.ts'
import { openDb, withUnlimitedPool } from '#lib/server/database/db.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { refuseLostKey } from '#lib/server/encryption/keyMark.ts'
import { type Config, readConfig, showsStack } from '#lib/server/process/config.ts'
import { explain } from '#lib/server/process/lifetime.ts'
import { refuseLostFolder } from '#modules/files/server/lostFolder.ts'
import { beginTrialIfEmpty } from '#modules/settings/server/trial.ts'

export type CommandArguments = Record<string, string | boolean | undefined>

/** Command of `hangxie`: its summary, operand and options, and a run that returns the exit code. */
export type Command = {
  summary: string
  /** Name of the operand after the command, as users read it; its value is given as `operand`. */
  operand?: string
  isOptional?: boolean
  /**
   * `none`: about no site. `any`: for a site that need not be there yet, or works without its database. Unset: the site
   * must be there, unless `--create` was given.
   */
  site?: 'none' | 'any'
  options: Record<string, { type: 'string' | 'boolean'; summary: string }>
  run: (given: CommandArguments) => Promise<number>
}

export const JSON_OPTION = { json: { type: 'boolean', summary: '以 JSON 输出' } } as const

/** Progress, apart from the answer on standard output. */
export const say = (line: string) => process.stderr.write(`${line}\n`)

/** The answer: for programs with `--json`, otherwise for people. */
export const printResult = (given: CommandArguments, data: unknown, lines: readonly string[]) =>
  console.log(given.json ? JSON.stringify(data) : lines.join('\n'))

/** The command was called in a way that it does not know: exit code 2. */
export const wrongUse = (message: string) => Object.assign(new Error(message), { code: 'WRONG_USE' })

/**
 * Describes an error in one sentence. Our errors are Chinese already; those of PostgreSQL and the system are explained.
 */
export function sentenceOf(error: unknown): string {
  const said = explain(error)
  if (isUserMessage(error) || showsStack()) return said
  const { cause, code } = error as { cause?: unknown; code?: string }
  return `没有完成：${cause ? explain(cause) : said}${code && !said.includes(code) ? `（${code}）` : ''}。`
}

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

/** Opens the services of the server on an up-to-date schema, without a statement timeout. */
export const withServices = <T>(work: (services: Services) => Promise<T>): Promise<T> =>
  withDatabase(async ({ connection }, config) => {
    await refuseUnfinished(config.dataDir, connection)
    await migrate(connection, say)
    return withUnlimitedPool(connection, async pool => {
      await refuseLostKey({ db: openDb(pool), config })
      await refuseLostFolder(openDb(pool), config)
      await beginTrialIfEmpty({ db: openDb(pool) })
      return work(await openServices(config, pool))
    })
  })
