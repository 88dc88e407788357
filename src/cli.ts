import { parseArgs } from 'node:util'
import type { Command } from './commands/command.ts'
import { quickenImports } from './lib/server/process/quickImports.ts'

quickenImports()
const { commands } = await import('./commands/commands.ts')
const { sentenceOf, wrongUse } = await import('./commands/command.ts')
const COMMON = { help: { type: 'boolean', short: 'h', summary: '显示帮助' } } as const
const SITE = { 'env-file': { type: 'string', summary: '设置文件，如 /etc/hangxie/hangxie.env' } } as const
const NEW_SITE = { create: { type: 'boolean', summary: '数据目录或数据库还是空的时，新建一个站点' } } as const

const given = process.argv.slice(2)
/** A command is one word or two: `doctor`, `admin create`. */
const words = Object.hasOwn(commands, given.slice(0, 2).join(' ')) ? 2 : 1
const name = given.slice(0, words).join(' ')
const args = given.slice(words)
const command = Object.hasOwn(commands, name) ? await commands[name]!() : undefined

if (command) process.exitCode = await run(command)
else {
  const asked = name === '' || name === '--help' || name === '-h' || name === 'help'
  console.log(`${asked ? '' : `没有 ${name} 这个命令。\n\n`}用法：hangxie <命令> [选项]\n`)
  for (const [name, load] of Object.entries(commands)) console.log(`  ${name.padEnd(16)}${(await load()).summary}`)
  console.log(
    '\n每个命令都可以加 --help 查看选项。设置取自 --env-file、环境变量与 .env，或 /etc/hangxie/hangxie.env，见 .env.example。',
  )
  process.exitCode = asked ? 0 : 2
}

async function run({ summary, operand, isOptional, options, site, run }: Command): Promise<number> {
  const all = { ...options, ...(site !== 'none' && SITE), ...(site === undefined && NEW_SITE), ...COMMON }
  try {
    const { values, positionals } = parseArgs({ args, options: all, allowPositionals: operand !== undefined })
    if (!values.help && operand && positionals.length !== 1 && !(isOptional && positionals.length === 0))
      throw wrongUse(`请在命令后面写一个${operand}。`)
    if (!values.help) {
      // Loaded for the work alone: help stays quick.
      const { chooseSite } = await import('./commands/siteSettings.ts')
      if (site !== 'none') await chooseSite(values, { mustExist: site === undefined })
      return await run({ ...values, operand: positionals[0] })
    }
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
