import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import { dayOf } from '#lib/dates.ts'
import { backupsIn } from '#lib/server/archive/folder.ts'
import { unfinishedRestore } from '#lib/server/archive/unfinished.ts'
import { queryOnce, withClient } from '#lib/server/database/client.ts'
import { summarise } from '#lib/server/database/database.ts'
import { openDb, openPool } from '#lib/server/database/db.ts'
import { readMigrations, refuseNewerRelease } from '#lib/server/database/migrations.ts'
import { nameOn, readGivenKey } from '#lib/server/documents/signingKey.ts'
import { buildName } from '#lib/server/process/buildIdentity.ts'
import { type Config, readConfig } from '#lib/server/process/config.ts'
import { openStore } from '#lib/server/storage/store.ts'
import { type Command, JSON_OPTION, sentenceOf, withDatabase } from './command.ts'
import { lookAtArchive, lookAtBackups, lookAtTestRestore } from './doctorBackups.ts'
import {
  type CheckOutcome,
  isDamage,
  lookAtChain,
  lookAtClock,
  lookAtDemoAccounts,
  lookAtOutbox,
  lookAtReferences,
  lookAtSetup,
  lookAtSoundness,
  lookAtStored,
  readEveryTable,
  warning,
} from './doctorData.ts'
import { lookAtSealing } from './doctorSeal.ts'
import { findAdvisories, REGISTRY } from './packages.ts'
import { lookAtSecretFiles } from './secretFiles.ts'
import { missingSite } from './siteSettings.ts'

type Role = { name: string; isSuperuser: boolean; ownsTables: boolean }

/** Checks the database role of the program: an attacker who takes over the program gets its rights. */
async function lookAtRole({ databaseUrl }: Pick<Config, 'databaseUrl'>) {
  if (!databaseUrl) return '内置数据库，程序以不能改表、不能改审计日志的角色工作'
  const [role] = await queryOnce<Role>(
    { connectionString: databaseUrl },
    `select rolname as name, rolsuper as "isSuperuser",
       coalesce((select pg_has_role(current_user, relowner, 'usage') from pg_class
         where oid = to_regclass('public.audit_event')), false) as "ownsTables"
     from pg_roles where rolname = current_user`,
  )
  const { name, isSuperuser, ownsTables } = role!
  if (isSuperuser) return warning(`DATABASE_URL 的角色 ${name} 是超级用户，${ROLE_ADVICE}`)
  if (ownsTables) return warning(`DATABASE_URL 的角色 ${name} 是数据表的所有者，能改表和审计日志，${ROLE_ADVICE}`)
  return `${name} 不能改表，不能改审计日志`
}

const ROLE_ADVICE = '请另设一个只供程序使用的角色，所有者写进 DATABASE_OWNER_URL（见运维手册“使用自己的 PostgreSQL”）'

type Finding = { check: string; ok: boolean; detail: string; warning?: true; steps?: string[] }
type CheckResult = string | ReturnType<typeof warning>

const MIN_FREE_BYTES = 1 << 30
const root = resolve(import.meta.dirname, '../..')
const built = ['build/pages/server/index.js', 'build/program/main.js'].map(file => resolve(root, file))

/** Looks and reports; changes nothing. */
export const doctor: Command = {
  summary: '检查配置、数据目录、数据库、附件与备份',
  site: 'any',
  options: {
    deep: { type: 'boolean', summary: '逐行、逐个文件核对，数据多时需要几分钟' },
    advisories: { type: 'boolean', summary: '联网查询所用软件包的已知漏洞（最多等 10 秒）' },
    registry: { type: 'string', summary: `向哪个 npm 源查询，默认 ${REGISTRY}` },
    ...JSON_OPTION,
  },
  run: async given => {
    const findings = await examine(given.deep === true)
    if (given.advisories) findings.push(await lookAtPackages(given.registry))
    if (given.json) console.log(JSON.stringify(findings, null, 2))
    else
      for (const { ok, check, detail, warning, steps = [] } of findings)
        console.log([`${ok ? (warning ? '!' : '✓') : '✗'} ${check}：${detail}`, ...steps].join('\n    '))
    return findings.every(({ ok }) => ok) ? 0 : 1
  },
}

/** A failed query of the registry is a warning, not a fault of the site. */
async function lookAtPackages(registry: unknown): Promise<Finding> {
  const check = '软件包'
  try {
    const { packages, lines } = await findAdvisories(typeof registry === 'string' ? registry : REGISTRY)
    if (lines.length === 0) return { check, ok: true, detail: `${packages} 个软件包，没有已知漏洞` }
    return { check, ok: false, detail: `${lines.length} 条已知漏洞，请更新到新版本：`, steps: lines }
  } catch (error) {
    return { check, ok: true, warning: true, detail: `没有查询到已知漏洞的资料，不表示没有漏洞：${sentenceOf(error)}` }
  }
}

export async function examine(deep: boolean): Promise<Finding[]> {
  const findings: Finding[] = []
  let config: Config | undefined
  /** Records a finding: fine if `look` returns, a fault if it throws. */
  const check = async (name: string, look: () => Promise<CheckResult> | CheckResult) => {
    const finding = await Promise.resolve()
      .then(look)
      .then(
        (said): Finding =>
          typeof said === 'string'
            ? { check: name, ok: true, detail: said }
            : { check: name, ok: true, detail: said.warning, warning: true, steps: said.steps },
        async (error): Promise<Finding> => ({
          check: name,
          ok: false,
          detail: sentenceOf(error),
          ...(isDamage(error) && config && { steps: await restoreSteps(config) }),
        }),
      )
    findings.push(finding)
    return finding.ok
  }

  await check('程序', lookAtProgram)
  if (!(await check('配置', () => `对外网址 ${readConfig().publicUrl}`))) return findings
  const given = readConfig()
  config = given
  const missing = missingSite(given)
  if (missing) {
    await check('数据目录', () => {
      throw missing
    })
    return findings
  }
  await check('数据目录', () => lookAtDirectory(given))
  await check('密钥', () => lookAtKey(given))
  await check('密钥文件', () => lookAtSecretFiles(given, root))
  await check('签名', () => lookAtSigning(given))
  await check('附件存储', () => lookAtFiles(given))
  await check('备份', () => lookAtBackups(given))
  await check('数据库', () =>
    withDatabase(async ({ connection }) => {
      if (await check('数据库结构', () => lookAtMigrations(given.dataDir, connection)))
        await examineData(connection, given, { check, deep })
      return summarise(connection)
    }),
  )
  return findings
}

type CheckOptions = { check: (name: string, look: () => Promise<CheckResult>) => Promise<boolean>; deep: boolean }

async function examineData(connection: PoolConfig, config: Config, { check, deep }: CheckOptions) {
  const pool = openPool({ ...connection, statement_timeout: 0 })
  try {
    await check('数据完好', () => lookAtSoundness(pool))
    if (deep) await check('数据内容', () => readEveryTable(connection))
    await check('附件', () => lookAtStored(pool, config, deep))
    await check('正文用图', () => lookAtReferences(openDb(pool)))
    await check('审计日志', () => lookAtChain(openDb(pool), config, deep))
    await check('数据库角色', () => lookAtRole(config))
    await check('试恢复', () => lookAtTestRestore(connection))
    await check('国密签章', () => lookAtSealing({ db: openDb(pool), config }))
    await check('发件箱', () => lookAtOutbox(openDb(pool)))
    if (config.backup.wal) await check('连续归档', () => lookAtArchive({ db: openDb(pool), config }))
    await check('时钟', () => lookAtClock(pool))
    await check('演示账号', () => lookAtDemoAccounts(openDb(pool), config))
    await check('建站清单', () => lookAtSetup({ db: openDb(pool), config }))
  } finally {
    await pool.end()
  }
}

/** Returns the commands that restore a backup after damaged data, ready to be typed. */
async function restoreSteps({ backup, dataDir, databaseUrl }: Config): Promise<string[]> {
  const [newest = '<备份文件>'] = await backupsIn(backup.folder)
  const place = databaseUrl
    ? ['2. 另建一个空的数据库，把 DATABASE_URL 指向它；']
    : [`2. mv ${dataDir} ${dataDir}.broken`, `3. ${await directoryAnew(dataDir)}`]
  return [
    '请从备份恢复：',
    '1. 停止服务；',
    ...place,
    `${place.length + 2}. hangxie restore ${newest}`,
    `${place.length + 3}. hangxie doctor --deep，没有 ✗ 后启动。`,
  ]
}

/** Makes the data directory for its user, whoever types it, and takes the key along. */
async function directoryAnew(dataDir: string): Promise<string> {
  const { uid, gid } = await stat(dataDir)
  const owner = `-o ${uid} -g ${gid}`
  const made = `install -d ${owner} -m 700 ${dataDir}`
  if (!existsSync(join(dataDir, 'secret.key'))) return made
  return `${made} && install ${owner} -m 600 ${dataDir}.broken/secret.key ${dataDir}/`
}

function lookAtProgram(): string {
  if (!built.every(file => existsSync(file))) throw new Error('尚未构建，请运行 npm run build')
  return `${buildName}，Node ${process.versions.node}，已构建`
}

async function lookAtDirectory({ dataDir }: Config): Promise<string> {
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${dataDir}，剩余空间 ${((bavail * bsize) / 2 ** 30).toFixed(1)} GB`
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error(`${free}，不足 1 GB`)
  return free
}

async function lookAtKey({ secretKey, dataDir }: Config): Promise<string> {
  if (secretKey) return '取自 SECRET_KEY'
  const path = join(dataDir, 'secret.key')
  await access(path, constants.R_OK).catch(() => {
    throw new Error(`${path} 不存在或读不到：没有它，已加密的证件号和手机号无法读取，请从备份恢复`)
  })
  return `${path}，请另行保管一份`
}

async function lookAtSigning({ signing }: Config): Promise<string> {
  if (!signing) return '密钥自动生成，加密保存在数据库里，到期自动更换'
  const { chain } = await readGivenKey(signing)
  const { validToDate } = chain[0]!
  const whose = `${nameOn(chain[0]!)}的证书，有效期至 ${dayOf(validToDate)}`
  if (validToDate < new Date()) throw new Error(`${whose}，已经过期，请更换 SIGNING_KEY 和 SIGNING_CERTIFICATE`)
  return whose
}

async function lookAtFiles(config: Config): Promise<string> {
  const folder = join(config.dataDir, 'files')
  if (!config.s3 && !existsSync(folder)) throw new Error(`${folder} 不存在，请检查磁盘是否挂载，或从备份恢复`)
  await (await openStore(config)).check()
  return '可以写入和读取'
}

async function lookAtMigrations(dataDir: string, connection: PoolConfig): CheckOutcome {
  const unfinished = await unfinishedRestore(dataDir, connection)
  if (unfinished) throw new Error(unfinished)
  await withClient(connection, refuseNewerRelease)
  const { applied, pending, newer, steps } = await readMigrations(connection)
  if (newer) return warning(`由更新的版本升级过，本程序 ${buildName} 较旧：退回只供应急，请尽快换回新版本`)
  if (pending) throw new Error(`还差 ${pending} 步，请启动一次或运行 hangxie migrate`)
  const other = steps.find(({ isOther }) => isOther)
  if (other) throw new Error(`升级步骤 ${other.name} 的内容与本程序的不同，请换回升级时的程序`)
  return `最新（共 ${applied} 步）`
}
