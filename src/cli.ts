import { parseArgs } from 'node:util'
import { explain } from '#lib/server/lifetime.ts'
import { adminCreate, adminList, adminReset } from './commands/admin.ts'
import { auditVerify } from './commands/audit.ts'
import type { Command } from './commands/command.ts'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { migrate } from './commands/migrate.ts'

const commands: Record<string, Command> = {
  migrate,
  demo,
  doctor,
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
  for (const [name, { summary }] of Object.entries(commands)) console.log(`  ${name.padEnd(14)}${summary}`)
  console.log('\n每个命令都可以加 --help 查看选项。设置取自环境变量，见 .env.example。')
  process.exitCode = asked ? 0 : 2
}

async function run({ summary, options, run }: Command): Promise<number> {
  const all = { ...options, ...COMMON }
  try {
    const { values } = parseArgs({ args, options: all })
    if (!values.help) return await run(values)
    console.log(`${summary}\n\n用法：hangxie ${name} [选项]\n`)
    for (const [option, { summary }] of Object.entries(all)) console.log(`  --${option.padEnd(12)}${summary}`)
    return 0
  } catch (error) {
    const wrong = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`${wrong ? `选项有误，请看 hangxie ${name} --help。` : explain(error)}\n`)
    return wrong ? 2 : 1
  }
}
