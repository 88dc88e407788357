import { Client } from 'pg'
import { bytesOf, inMB } from '#lib/server/archive/manifest.ts'
import { checkTarget, isInitialised, refuseOccupied, restoreArchive } from '#lib/server/archive/restoring.ts'
import { verifyArchive } from '#lib/server/archive/verifying.ts'
import { knownMigrations } from '#lib/server/database/migrations.ts'
import { type Config, readConfig } from '#lib/server/process/config.ts'
import { summaryOf, wordsOf } from './backup.ts'
import { type Command, JSON_OPTION, say, tell, withDatabase } from './command.ts'

/** Checks all of the archive first, and changes nothing where anything is wrong. */
export const restore: Command = {
  summary: '从备份文件恢复，先停止服务',
  operand: '备份文件',
  options: {
    'dry-run': { type: 'boolean', summary: '只检查能否恢复、会恢复什么，不改动' },
    replace: { type: 'boolean', summary: '替换现有的数据' },
    ...JSON_OPTION,
  },
  run: async given => {
    const config = readConfig()
    const replace = given.replace === true
    const archive = { path: String(given.operand), passphrase: config.backup.passphrase }
    say('正在检查备份……')
    const manifest = await verifyArchive(archive)
    await checkTarget(config, manifest)
    const pending = knownMigrations().length - manifest.migrations.length
    const upgrade = pending > 0 ? `恢复后升级数据库结构 ${pending} 步。` : ''
    if (given['dry-run']) {
      if (isInitialised(config)) await lookAtTarget(replace)
      const plan = { ...summaryOf(manifest), pending, dryRun: true, target: targetOf(config) }
      tell(given, plan, [`可以恢复到 ${targetOf(config)}：${wordsOf(manifest)}。${upgrade}没有改动任何数据。`])
      return 0
    }
    say(`正在恢复到 ${targetOf(config)}……`)
    const begun = Date.now()
    await restoreArchive(archive, manifest, { config, replace, say })
    const seconds = (Date.now() - begun) / 1000
    const speed = `${inMB(bytesOf(manifest) / seconds)}/s`
    tell(given, { ...summaryOf(manifest), pending, seconds, target: targetOf(config) }, [
      `✓ 已恢复到 ${targetOf(config)}：${wordsOf(manifest)}。${upgrade}用时 ${seconds.toFixed(1)} 秒（${speed}）。`,
      '请运行 hangxie doctor --deep 核对，然后启动。',
    ])
    return 0
  },
}

const targetOf = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl ? `${new URL(databaseUrl).host}${new URL(databaseUrl).pathname}` : dataDir

const lookAtTarget = (replace: boolean) =>
  withDatabase(async ({ connection }) => {
    const own = `hangxie look ${process.pid}`
    const client = new Client({ ...connection, application_name: own })
    await client.connect()
    await refuseOccupied(client, own, replace).finally(() => client.end())
  })
