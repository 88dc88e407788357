import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import type { Pool, PoolConfig } from 'pg'
import { copyToFile, withSnapshot } from '#lib/server/archive/dump.ts'
import { inMB } from '#lib/server/archive/manifest.ts'
import { type Db, openDb } from '#lib/server/database/db.ts'
import { openEncryption } from '#lib/server/encryption/encryption.ts'
import { dueSince, isDue } from '#lib/server/outbox/due.ts'
import { isMissing, readSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import type { Config } from '#lib/server/process/config.ts'
import { openStore } from '#lib/server/storage/store.ts'
import { openDemoAccounts, refusePublicDemo } from '#modules/accounts/server/openDemo/openDemo.ts'
import { compareCheckpoints } from '#modules/audit/server/auditCheckpoints.ts'
import { headOf } from '#modules/audit/server/chain.ts'
import { describeBreak, verifyRange } from '#modules/audit/server/verifying.ts'
import { namedFiles } from '#modules/files/server/namedFiles.ts'
import { lostReferences } from '#modules/files/server/references.ts'

/** Result that is no fault but needs attention; `steps`: lines that say what to do. */
export const warning = (detail: string, steps: string[] = []) => ({ warning: detail, steps })
export type CheckOutcome = Promise<string | ReturnType<typeof warning>>

/** Lines of the audit log that are looked at unless all are wanted. */
const RECENT_AUDIT_LINES = 10_000
/** Maximum difference in ms between the clocks of the database and this machine. */
const MAX_CLOCK_SKEW_MS = 5_000

/**
 * Checks that every file named in the database exists in the store; `deep`: also that its bytes match size and hash.
 */
export async function lookAtStored(pool: Pool, config: Config, deep: boolean): Promise<string> {
  const store = await openStore(config)
  const lost: string[] = []
  let [count, bytes] = [0, 0]
  for await (const { key, size, sha256 } of namedFiles(openDb(pool))) {
    const hash = createHash('sha256')
    let length = 0
    const source = await store.open(key, deep ? undefined : { start: 0, end: 0 }).catch(() => undefined)
    const read = await (async () => {
      for await (const chunk of source ?? []) {
        hash.update(chunk)
        length += chunk.length
      }
    })().then(
      () => source !== undefined,
      () => false,
    )
    const isWhole = read && (!deep || (length === size && (!sha256 || hash.digest('hex') === sha256)))
    if (!isWhole) lost.push(`${key}（${source ? '内容不符' : '不存在'}）`)
    count += 1
    bytes += size
  }
  if (lost.length > 0)
    throw new Error(`${lost.length} 个附件有问题，请从备份中找回 files/ 下的同名文件：${lost.slice(0, 5).join('、')}`)
  return `${count} 个，${inMB(bytes)}${deep ? '，内容与记录一致' : '，都在；加 --deep 逐个核对内容'}`
}

/** Checks that files used in texts and lists exist; a missing picture leaves a gap on a page. */
export async function lookAtReferences(db: Db): CheckOutcome {
  // The modules say where they refer to files as they are loaded.
  await import('../parts.ts')
  const lost = await lostReferences({ db })
  if (lost.length === 0) return '正文和列表里用到的图片与附件都有记录'
  const lines = lost.map(
    ({ place, ids }) => `${place}：文件 ${ids.slice(0, 10).join('、')}${ids.length > 10 ? ' 等' : ''}`,
  )
  return warning(`${lost.length} 处用到了已不存在的图片或附件，请在后台重新上传，或从备份中找回：`, lines)
}

/** Reads every row of every table: PostgreSQL finds damaged pages by their checksums. */
export const readEveryTable = (connection: PoolConfig): Promise<string> =>
  withSnapshot(connection, async ({ client, tables }) => {
    let bytes = 0
    for (const table of tables) {
      const sink = new Writable({
        write: (chunk, _, done) => {
          bytes += chunk.length
          done()
        },
      })
      await pipeline(copyToFile(client, table), sink).catch(error => {
        throw damagedData(`表 ${table.name} 读取失败（${error.message}）`)
      })
    }
    return `${tables.length} 张表 ${inMB(bytes)}，每一行都读得出`
  })

/** The data themselves are broken: what remains is a backup. */
export const damagedData = (message: string) => Object.assign(new Error(message), { isDamage: true })

/** PostgreSQL's own codes for data and indexes that it cannot read begin with XX. */
export const isDamage = (error: { isDamage?: boolean; code?: string; cause?: { code?: string } }) =>
  error.isDamage === true || /^XX/.test(error.code ?? error.cause?.code ?? '')

export async function lookAtSoundness(pool: Pool): CheckOutcome {
  const { rows } = await pool.query<{ invalid: string[]; checksums: string; failures: number | null }>(
    `select array(select indexrelid::regclass::text from pg_index where not indisvalid) as invalid,
       current_setting('data_checksums') as checksums,
       (select checksum_failures from pg_stat_database where datname = current_database()) as failures`,
  )
  const { invalid, checksums, failures } = rows[0]!
  if (failures) throw damagedData(`发现 ${failures} 处校验和不符，数据文件已损坏`)
  if (invalid.length > 0) throw new Error(`索引 ${invalid.join('、')} 无效，请运行 hangxie reindex --database`)
  return checksums === 'on'
    ? '索引有效，校验和没有不符'
    : warning('索引有效；数据库没有启用校验和，损坏的页不能自动发现')
}

export async function lookAtChain(db: Db, config: Config, deep: boolean): Promise<string> {
  const head = await headOf(db)
  const after = deep ? 0 : Math.max(0, head.sealNo - RECENT_AUDIT_LINES)
  const { broken, link } = await verifyRange({ db }, after, Number.MAX_SAFE_INTEGER)
  if (broken) throw new Error(`校验链第 ${broken.sealNo} 行：${describeBreak(broken)}，请运行 hangxie audit verify`)
  const kept = await compareCheckpoints({ db, config, encryption: await openEncryption(config) })
  if (kept.broken)
    throw new Error(`校验链第 ${kept.broken.sealNo} 行：${describeBreak(kept.broken)}，请运行 hangxie audit verify`)
  return `校验链完好，与留存的 ${kept.count} 个检查点相符，到第 ${link.sealNo} 行${after > 0 ? `（核对了最近 ${RECENT_AUDIT_LINES} 行，加 --deep 核对全部）` : ''}`
}

export async function lookAtOutbox(db: Db): CheckOutcome {
  const now = new Date()
  const { rows } = await db.execute<{ stuck: number; failed: number }>(sql`
    select count(*) filter (where ${isDue(now)} and ${dueSince(now)} < ${now.toISOString()}::timestamptz - interval '10 minutes') as stuck,
      count(*) filter (where state = 'failed' and created_at > now() - interval '7 days') as failed
    from outbox`)
  const { stuck, failed } = rows[0]!
  if (stuck > 0) return warning(`${stuck} 条短信、邮件等了 10 分钟以上还没有发出：服务没有运行，或发送服务不通`)
  if (failed > 0) return warning(`最近 7 天有 ${failed} 条短信、邮件发送失败，请在后台“发送记录”查看原因`)
  return '没有积压'
}

export async function lookAtClock(pool: Pool): Promise<string> {
  const asked = Date.now()
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at')
  const skew = rows[0]!.at.getTime() - (asked + Date.now()) / 2
  if (Math.abs(skew) > MAX_CLOCK_SKEW_MS)
    throw new Error(`数据库的时钟与本机相差 ${(skew / 1000).toFixed(1)} 秒，请在两台机器上启用时间同步（chrony、ntpd）`)
  return `与数据库相差 ${Math.abs(Math.round(skew))} 毫秒`
}

/**
 * Finds demo accounts whose password is public in the source code. On a public site the server refuses to start with
 * them.
 */
export async function lookAtDemoAccounts(db: Db, config: Config): CheckOutcome {
  const open = await openDemoAccounts({ db })
  if (open.length === 0) return '没有密码公开的演示账号'
  refusePublicDemo(config)
  const names = open.map(({ userName }) => userName).join('、')
  return warning(`${open.length} 个演示账号的密码是公开的，谁都能登录：${names}`, [
    '正式使用请换一个空的数据目录（或数据库）并设置 DEMO=0；要沿用这里的数据，请在后台逐个改密码或停用。',
  ])
}

/** The set-up list of the back office: what the site cannot go live without is seen to. */
export async function lookAtSetup(services: { db: Db; config: Config }): CheckOutcome {
  // The modules define their steps as they are loaded.
  await import('../parts.ts')
  const all = await readSetupSteps(services)
  const missing = all.filter(isMissing)
  if (missing.length === 0) return `可以上线，${all.length} 项中没有必办的待办`
  const lines = missing.map(({ name, lacks, without }) => `${name}：${lacks}。没有它：${without}。`)
  return warning(`上线之前还差 ${missing.length} 项，在后台“建站清单”逐项办理：`, lines)
}
