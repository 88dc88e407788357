import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { isInitialised } from '#lib/server/archive/restoring.ts'
import { withClient } from '#lib/server/database/client.ts'
import { readJournal } from '#lib/server/database/migrations.ts'
import { type Config, readConfig } from '#lib/server/process/config.ts'
import { type CommandArguments, say } from './command.ts'

const root = resolve(import.meta.dirname, '../..')

/** Settings of the service as deploy/ lays them out; the second is their place in earlier recipes. */
export const SERVICE_SETTINGS = ['/etc/hangxie/hangxie.env', '/etc/hangxie.env']
/** Variables of which each says which site is meant. */
const SITE_VARIABLES = ['DATA_DIR', 'BACKUP_DIR', 'DATABASE_URL', 'DATABASE_OWNER_URL']

type Environment = Record<string, string | undefined>
type Places = { project?: string; service?: readonly string[] }
/** `file`: where the settings stand, apart from those of the environment; `isNamed`: by `--env-file`. */
export type SettingsSource = { title: string; file?: string; isNamed?: boolean }

/**
 * Chooses where the settings of a command come from: the file that was named; else the environment with `.env` of the
 * project; else the settings of the service on this machine; else the defaults.
 */
export function findSettings(
  env: Environment,
  named: string | undefined,
  { project = root, service = SERVICE_SETTINGS }: Places = {},
): SettingsSource {
  if (named !== undefined) return { ...readable(resolve(named)), isNamed: true }
  const own = join(project, '.env')
  const isGiven = SITE_VARIABLES.some(name => env[name] || env[`${name}_FILE`])
  if (isGiven && existsSync(own)) return { title: `环境变量和 ${own}`, file: own }
  if (isGiven) return { title: '环境变量' }
  const file = [own, ...service].find(path => existsSync(path))
  return file ? readable(file) : { title: '默认值' }
}

function readable(file: string): SettingsSource {
  if (isReadable(file)) return { title: file, file }
  throw new Error(
    existsSync(file)
      ? `当前用户读不到设置文件 ${file}：请用 sudo hangxie 运行，或用 --env-file 另写一个。`
      : `没有设置文件 ${file}。`,
  )
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Adds the settings of the file to `env`, which has precedence; over a file that was named it has none, and does not say
 * which site is meant. Relative directories begin at the project.
 */
export function loadSettings(env: Environment, { file, isNamed }: SettingsSource): void {
  if (isNamed) for (const name of SITE_VARIABLES.flatMap(each => [each, `${each}_FILE`])) delete env[name]
  for (const [name, value] of Object.entries(file ? parseEnv(readFileSync(file, 'utf8')) : {}))
    if (isNamed || env[name] === undefined) env[name] = value
  env.DATA_DIR = resolve(root, env.DATA_DIR || 'data')
  if (env.BACKUP_DIR) env.BACKUP_DIR = resolve(root, env.BACKUP_DIR)
}

/**
 * Reads the settings of a command, says which site they are of, goes on as its user, and refuses a site that is not there.
 */
export async function chooseSite(given: CommandArguments, { mustExist }: { mustExist: boolean }): Promise<void> {
  const source = findSettings(process.env, given['env-file']?.toString())
  loadSettings(process.env, source)
  const config = configIfValid()
  if (!config) return
  say(describeSite(config, source))
  refuseRootsDirectory(config, source)
  actAsOwner(config.dataDir)
  if (!mustExist || given.create) return
  const missing = missingSite(config)
  if (missing) throw missing
  await refuseEmptyDatabase(config)
}

/** Leaves wrong settings to the command: the doctor lists them among its findings. */
function configIfValid(): Config | undefined {
  try {
    return readConfig()
  } catch {
    return undefined
  }
}

/** Names the site that a command acts on, in one line. */
const describeSite = (config: Config, { title }: SettingsSource) =>
  `站点：数据目录 ${config.dataDir}；数据库 ${databaseName(config)}；设置取自 ${title}`

/** Host and name of the database, without user and password. */
export function databaseName({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  if (!databaseUrl) return '内置'
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}

/** Says that a site is not there: with settings other than the service's, a command would make a second, empty one. */
export function missingSite(config: Config): Error | undefined {
  const { dataDir } = config
  if (!existsSync(dataDir)) return noSite(`数据目录 ${dataDir} 不存在`)
  if (!isReadable(dataDir)) return new Error(`当前用户读不到数据目录 ${dataDir}：请用 sudo hangxie 运行。`)
  return isInitialised(config) ? undefined : noSite(`${dataDir} 里没有数据库`)
}

const noSite = (why: string) =>
  new Error(`${why}：请核对设置（--env-file 写服务的设置文件，如 ${SERVICE_SETTINGS[0]}），确要新建时加 --create。`)

/** The same of a PostgreSQL of the operator's own, which is there but may be empty. */
async function refuseEmptyDatabase(config: Config): Promise<void> {
  if (!config.databaseUrl) return
  const connectionString = config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl
  const journal = await withClient({ connectionString }, readJournal)
  if (journal.length === 0) throw noSite(`数据库 ${databaseName(config)} 是空的`)
}

/**
 * Refuses a restore that would make a built-in database on a machine whose service has its own PostgreSQL: the service
 * would go on with the database that was to be replaced.
 */
export function refuseOtherDatabase(config: Config, service = SERVICE_SETTINGS): void {
  if (isInitialised(config)) return
  for (const file of service.filter(isReadable)) {
    const { DATABASE_URL, DATABASE_URL_FILE } = parseEnv(readFileSync(file, 'utf8'))
    if (DATABASE_URL || DATABASE_URL_FILE)
      throw new Error(
        `本机的服务使用自己的 PostgreSQL（${file}），这次的设置里没有 DATABASE_URL，会在 ${config.dataDir} 新建内置数据库：请加 --env-file ${file}；确要新建时加 --create。`,
      )
  }
}

/** Calls of `process` that change the user; missing on Windows. */
type Process = {
  getuid?: () => number
  initgroups?: (user: number, group: number) => void
  setgroups?: (groups: number[]) => void
  setgid?: (group: number) => void
  setuid?: (user: number) => void
}

/**
 * Goes on as the owner of the data directory when root runs a command: files that root leaves there or among the
 * backups are closed to the service.
 */
export function actAsOwner(dataDir: string, own: Process = process): void {
  if (own.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  try {
    own.initgroups!(owner.uid, owner.gid)
  } catch {
    // A user of a container need not be listed in /etc/passwd.
    own.setgroups!([owner.gid])
  }
  own.setgid!(owner.gid)
  own.setuid!(owner.uid)
}

/** Refuses to make a data directory as root for a service: it would belong to root, and the service could not start. */
export function refuseRootsDirectory(config: Config, { file }: SettingsSource, own: Process = process): void {
  const isService = file !== undefined && dirname(file).startsWith('/etc')
  if (own.getuid?.() === 0 && isService && !existsSync(config.dataDir))
    throw new Error(
      `数据目录 ${config.dataDir} 不存在，请先建立：install -d -o hangxie -g hangxie -m 700 ${config.dataDir}`,
    )
}
