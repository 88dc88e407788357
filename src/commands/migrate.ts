import { migrate as apply, readMigrations } from '#lib/server/migrations.ts'
import { type Command, JSON_OPTION, withDatabase } from './command.ts'

export const migrate: Command = {
  summary: '把数据库结构升级到当前版本（启动时也会自动进行）',
  options: { 'dry-run': { type: 'boolean', summary: '只看还差几步，不改动' }, ...JSON_OPTION },
  run: given =>
    withDatabase(async ({ connection }) => {
      const { applied, pending, newer } = await readMigrations(connection)
      if (!given['dry-run']) await apply(connection)
      const done = given['dry-run'] ? '待升级' : '已升级'
      if (given.json) console.log(JSON.stringify({ applied, pending, newer, dryRun: Boolean(given['dry-run']) }))
      else if (newer) console.log('数据库由更新版本的行协升级过，当前程序较旧，无需也无法升级。')
      else console.log(pending ? `${done} ${pending} 步。` : `数据库结构已是最新（共 ${applied} 步）。`)
      return 0
    }),
}
