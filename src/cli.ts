import { parseArgs } from 'node:util'
import { adminCreate, adminList, adminReset } from './commands/admin.ts'
import { auditVerify } from './commands/audit.ts'
import { backup } from './commands/backup.ts'
import { backupKey, backupList, backupRun, backupVerify } from './commands/backups.ts'
import { type Command, sentenceOf, wrongUse } from './commands/command.ts'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { maintenance } from './commands/maintenance.ts'
import { migrate, migrateStatus } from './commands/migrate.ts'
import { packApply, packCheck, packExport, packList } from './commands/pack.ts'
import { reindex } from './commands/reindex.ts'
import { restore } from './commands/restore.ts'
import { sbom } from './commands/sbom.ts'

const commands: Record<string, Command> = {
  migrate,
  'migrate status': migrateStatus,
  demo,
  doctor,
  maintenance,
  backup,
  'backup run': backupRun,
  'backup list': backupList,
  'backup verify': backupVerify,
  'backup key': backupKey,
  restore,
  reindex,
  sbom,
  'pack list': packList,
  'pack check': packCheck,
  'pack apply': packApply,
  'pack export': packExport,
  'admin create': adminCreate,
  'admin reset': adminReset,
  'admin list': adminList,
  'audit verify': auditVerify,
}
const COMMON = { help: { type: 'boolean', short: 'h', summary: '显示帮助' } } as const

const given = process.argv.slice(2)
/** A command is one word or two: `doctor`, `admin create`. */
const words = Object.hasOwn(commands, given.slice(0, 2).join(' ')) ? 2 : 1
const name = given.slice(0, words).join(' ')
const args = given.slice(words)
const command = Object.hasOwn(commands, name) ? commands[name]! : undefined

if (command) process.exitCode = await run(command)
else {
  const asked = name === '' || name === '--help' || name === '-h' || name === 'help'
  console.log(`${asked ? '' : `没有 ${name} 这个命令。\n\n`}用法：hangxie <命令> [选项]\n`)
  for (const [name, { summary }] of Object.entries(commands)) console.log(`  ${name.padEnd(16)}${summary}`)
  console.log('\n每个命令都可以加 --help 查看选项。设置取自环境变量，见 .env.example。')
  process.exitCode = asked ? 0 : 2
}

async function run({ summary, operand, isOptional, options, run }: Command): Promise<number> {
  const all = { ...options, ...COMMON }
  try {
    const { values, positionals } = parseArgs({ args, options: all, allowPositionals: operand !== undefined })
    if (!values.help && operand && positionals.length !== 1 && !(isOptional && positionals.length === 0))
      throw wrongUse(`请在命令后面写一个${operand}。`)
    if (!values.help) return await run({ ...values, operand: positionals[0] })
    console.log(`${summary}\n\n用法：hangxie ${name}${operand ? ` <${operand}>` : ''} [选项]\n`)
    for (const [option, { summary }] of Object.entries(all)) console.log(`  --${option.padEnd(12)}${summary}`)
    return 0
  } catch (error) {
    const { code = '' } = error as { code?: string }
    const unknown = code.startsWith?.('ERR_PARSE_ARGS')
    process.stderr.write(`${unknown ? `选项有误，请看 hangxie ${name} --help。` : sentenceOf(error)}\n`)
    return unknown || code === 'WRONG_USE' ? 2 : 1
  }
}
