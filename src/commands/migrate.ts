import { migrate as apply, readMigrations } from '#lib/server/database/migrations.ts'
import { type Command, JSON_OPTION, printResult, say, withDatabase } from './command.ts'

export const migrate: Command = {
  summary: '把数据库结构升级到当前版本（启动时也会自动进行）',
  options: { 'dry-run': { type: 'boolean', summary: '只看还差几步，不改动' }, ...JSON_OPTION },
  run: given =>
    withDatabase(async ({ connection }) => {
      const { applied, pending, newer } = await readMigrations(connection)
      if (!given['dry-run']) await apply(connection, say)
      const done = given['dry-run'] ? '待升级' : '已升级'
      if (given.json) console.log(JSON.stringify({ applied, pending, newer, dryRun: Boolean(given['dry-run']) }))
      else if (newer) console.log('数据库由更新版本的行协升级过，当前程序较旧，无需也无法升级。')
      else console.log(pending ? `${done} ${pending} 步。` : `数据库结构已是最新（共 ${applied} 步）。`)
      return 0
    }),
}

/**
 * Reports the migrations, for scripts by exit code; 0: up to date, 3: migrations are pending, 4: the database is newer
 * than the program.
 */
export const migrateStatus: Command = {
  summary: '列出数据库结构的每一步升级，是否已进行',
  options: JSON_OPTION,
  run: given =>
    withDatabase(async ({ connection }) => {
      const { pending, newer, steps } = await readMigrations(connection)
      const [state, code] = newer
        ? (['newer', 4] as const)
        : pending
          ? (['pending', 3] as const)
          : (['current', 0] as const)
      const listed = steps.map(({ name, isApplied, isOther }) => ({ name, isApplied, isOther }))
      printResult(given, { state, pending, migrations: listed }, [
        ...listed.map(({ name, ...step }) => `${step.isApplied ? '✓' : '…'} ${name}${step.isOther ? OTHER : ''}`),
        {
          newer: '数据库由更新版本的行协升级过，请升级程序。',
          pending: `还差 ${pending} 步，请启动一次或运行 hangxie migrate。`,
          current: '数据库结构已是最新。',
        }[state],
      ])
      return code
    }),
}

const OTHER = '（已进行的内容与本程序的不同）'
