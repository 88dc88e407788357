import type { PoolClient } from 'pg'
import { iso } from '#lib/dates.ts'
import { bytesOf, inMB } from '#lib/server/archive/manifest.ts'
import type { Archive } from '#lib/server/archive/reading.ts'
import { checkTarget, isInitialised, refuseOccupied, restoreArchive } from '#lib/server/archive/restoring.ts'
import { verifyArchive } from '#lib/server/archive/verifying.ts'
import { keysOf, withBackupAt } from '#lib/server/backups/addresses.ts'
import { recoverTo } from '#lib/server/backups/archiving/recovering.ts'
import { withClient } from '#lib/server/database/client.ts'
import { openDb } from '#lib/server/database/db.ts'
import { knownMigrations } from '#lib/server/database/migrations.ts'
import { type Config, readConfig } from '#lib/server/process/config.ts'
import { namedFiles } from '#modules/files/server/namedFiles.ts'
import { summaryOf, wordsOf } from './backup.ts'
import {
  type Command,
  type CommandArguments,
  JSON_OPTION,
  printResult,
  say,
  withDatabase,
  wrongUse,
} from './command.ts'
import { databaseName, refuseOtherDatabase } from './siteSettings.ts'

/** Checks all of the archive first, and changes nothing where anything is wrong. */
export const restore: Command = {
  summary: '从备份文件恢复，先停止服务',
  operand: '备份文件',
  isOptional: true,
  site: 'any',
  options: {
    'dry-run': { type: 'boolean', summary: '只检查能否恢复、会恢复什么，不改动' },
    to: { type: 'string', summary: '从连续归档恢复到这个时刻（"2026-11-23 10:15:00"，北京时间）或 latest' },
    replace: { type: 'boolean', summary: '替换现有的数据' },
    create: { type: 'boolean', summary: '本机的服务用自己的 PostgreSQL 时，仍新建内置数据库' },
    ...JSON_OPTION,
  },
  run: async given => {
    const config = readConfig()
    if (!given.create) refuseOtherDatabase(config)
    if (given.to !== undefined) return recover(config, given)
    if (given.operand === undefined) throw wrongUse('请写备份文件，或用 --to 写要恢复到的时刻。')
    const keys = await keysOf(config)
    return withBackupAt(config, String(given.operand), path => restoreFrom(config, { path, ...keys }, given), say)
  },
}

async function restoreFrom(config: Config, archive: Archive, given: CommandArguments): Promise<number> {
  const replace = given.replace === true
  say('正在检查备份……')
  const manifest = await verifyArchive(archive)
  await checkTarget(config, manifest)
  const pending = knownMigrations().length - manifest.migrations.length
  const upgrade = pending > 0 ? `恢复后升级数据库结构 ${pending} 步。` : ''
  if (given['dry-run']) {
    if (isInitialised(config)) await lookAtTarget(replace)
    const plan = { ...summaryOf(manifest), pending, dryRun: true, target: targetOf(config) }
    printResult(given, plan, [`可以恢复到 ${targetOf(config)}：${wordsOf(manifest)}。${upgrade}没有改动任何数据。`])
    return 0
  }
  say(`正在恢复到 ${targetOf(config)}……`)
  const begun = Date.now()
  await restoreArchive(archive, manifest, { config, replace, say })
  const seconds = (Date.now() - begun) / 1000
  const speed = `${inMB(bytesOf(manifest) / seconds)}/s`
  printResult(given, { ...summaryOf(manifest), pending, seconds, target: targetOf(config) }, [
    `✓ 已恢复到 ${targetOf(config)}：${wordsOf(manifest)}。${upgrade}用时 ${seconds.toFixed(1)} 秒（${speed}）。`,
    '请运行 hangxie doctor --deep 核对，然后启动。',
  ])
  return 0
}

/** Restores the archived WAL up to a given time. */
async function recover(config: Config, given: CommandArguments): Promise<number> {
  const to = parseMoment(String(given.to))
  const files = (client: PoolClient) => namedFiles(openDb(client))
  const done = await recoverTo(config, to, say, files)
  printResult(given, { ...done, at: done.at.toISOString(), target: config.dataDir }, [
    `✓ 已恢复到 ${config.dataDir}：最后一次改动在 ${iso(done.at)}，附件 ${done.files} 个，用时 ${done.seconds.toFixed(1)} 秒。`,
    ...(done.missing > 0 ? [`${done.missing} 个附件不在归档里，请用 hangxie doctor 查看。`] : []),
    '请运行 hangxie doctor --deep 核对，然后启动。',
  ])
  return done.missing > 0 ? 1 : 0
}

/** Parses a time, in Shanghai time unless it names a zone; undefined: the latest possible. */
function parseMoment(text: string): Date | undefined {
  if (text === 'latest') return undefined
  const zone = /([+-]\d{2}:?\d{2}|Z)$/.test(text) ? '' : '+08:00'
  const moment = new Date(`${text.trim().replace(' ', 'T')}${zone}`)
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/.test(text) || Number.isNaN(moment.getTime()))
    throw wrongUse('--to 应如 "2026-11-23 10:15:00"，或 latest。')
  return moment
}

const targetOf = (config: Config) => (config.databaseUrl ? databaseName(config) : config.dataDir)

const lookAtTarget = (replace: boolean) =>
  withDatabase(async ({ connection }) => {
    const own = `hangxie look ${process.pid}`
    await withClient({ ...connection, application_name: own }, client => refuseOccupied(client, own, replace))
  })
