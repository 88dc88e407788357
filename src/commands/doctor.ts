import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import { dayOf } from '#lib/dates.ts'
import { type Config, readConfig } from '#lib/server/config.ts'
import { summarise } from '#lib/server/database.ts'
import { readMigrations } from '#lib/server/migrations.ts'
import { nameOn, readGivenKey } from '#lib/server/signingKey.ts'
import { openStore } from '#lib/server/store.ts'
import { type Command, JSON_OPTION, withDatabase } from './command.ts'

type Finding = { check: string; ok: boolean; detail: string }

const LEAST_FREE = 1 << 30
const built = resolve(import.meta.dirname, '../../build/server/index.js')

/** Looks and reports; changes nothing. */
export const doctor: Command = {
  summary: '检查配置、数据目录、数据库与附件',
  options: JSON_OPTION,
  run: async given => {
    const findings = await examine()
    if (given.json) console.log(JSON.stringify(findings, null, 2))
    else for (const { ok, check, detail } of findings) console.log(`${ok ? '✓' : '✗'} ${check}：${detail}`)
    return findings.every(({ ok }) => ok) ? 0 : 1
  },
}

async function examine(): Promise<Finding[]> {
  const findings: Finding[] = []
  /** What `look` answers is fine; what it throws is not. */
  const check = async (name: string, look: () => Promise<string> | string) => {
    const finding = await Promise.resolve()
      .then(look)
      .then(
        detail => ({ check: name, ok: true, detail }),
        error => ({ check: name, ok: false, detail: error.message as string }),
      )
    findings.push(finding)
    return finding.ok
  }

  await check('程序', lookAtProgram)
  if (!(await check('配置', () => `对外网址 ${readConfig().publicUrl}`))) return findings
  const config = readConfig()
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pg/PG_VERSION'))) {
    await check('数据目录', () => `${config.dataDir} 尚未初始化，首次启动时会建立`)
    return findings
  }
  await check('数据目录', () => lookAtDirectory(config))
  await check('密钥', () => lookAtKey(config))
  await check('签名', () => lookAtSigning(config))
  await check('附件', () => lookAtFiles(config))
  await check('数据库', () =>
    withDatabase(async ({ connection }) => {
      await check('数据库结构', () => lookAtMigrations(connection))
      return summarise(connection)
    }),
  )
  return findings
}

function lookAtProgram(): string {
  if (!existsSync(built)) throw new Error('页面尚未构建，请运行 npm run build')
  return `Node ${process.versions.node}，页面已构建`
}

async function lookAtDirectory({ dataDir }: Config): Promise<string> {
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${dataDir}，剩余空间 ${((bavail * bsize) / 2 ** 30).toFixed(1)} GB`
  if (bavail * bsize < LEAST_FREE) throw new Error(`${free}，不足 1 GB`)
  return free
}

async function lookAtKey({ secretKey, dataDir }: Config): Promise<string> {
  if (secretKey) return '取自 SECRET_KEY'
  const path = join(dataDir, 'secret.key')
  await access(path, constants.R_OK).catch(() => {
    throw new Error(`${path} 不存在或读不到：没有它，已加密的证件号和手机号无法读取，请从备份恢复`)
  })
  return `${path}，请与数据一起备份`
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
  await (await openStore(config)).check()
  return '可以写入和读取'
}

async function lookAtMigrations(connection: PoolConfig): Promise<string> {
  const { applied, pending, newer } = await readMigrations(connection)
  if (newer) throw new Error('由更新版本的行协升级过，请升级程序')
  if (pending) throw new Error(`还差 ${pending} 步，请启动一次或运行 hangxie migrate`)
  return `最新（共 ${applied} 步）`
}
