import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { runTool, settingsOf } from '#test/operation/tool.ts'
import { startApp } from '#test/support/app.ts'
import { staffWith } from '#test/support/make.ts'

const run = promisify(execFile)

/** Commands of a machine with systemd and a proxy: here only their shell is checked. */
const OF_THE_MACHINE = /^(systemctl|journalctl|timedatectl|openssl|nginx) /

/** The commands of the page, in their order, each with what it is said to answer. */
async function commandsOf(page: string) {
  const text = await readFile(page, 'utf8')
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block!
      .trim()
      .split('\n')
      .map(line => line.split(/ *# → /))
      .map(([command, answer = '']) => ({ command: command!, answer })),
  )
}

const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!)

test('every command of the page for the night does what the page says', { timeout: 300_000 }, async () => {
  const site = await startApp()
  const home = await mkdtemp(join(tmpdir(), 'hangxie-incidents-'))
  onTestFinished(async () => {
    await site.close()
    await rm(home, { recursive: true })
  })
  const folder = join(home, 'kept')
  const settings = { ...(await settingsOf(site)), BACKUP_DIR: folder }
  const clerk = await staffWith(site, ['admin'])
  expect(await runTool(settings, 'backup', 'run')).toMatchObject({ code: 0 })
  const listed = await runTool(settings, 'backup', 'list', '--json')
  const [backup] = JSON.parse(listed.stdout) as { name: string }[]
  const given: Record<string, string> = {
    '<备份>': join(folder, backup!.name),
    '<用户名>': clerk,
    'hangxie-support.zip': join(home, 'hangxie-support.zip'),
  }
  const commands = await commandsOf('docs/incidents.md')
  expect(commands.length).toBeGreaterThan(20)
  for (const { command, answer } of commands) {
    const [program, ...words] = wordsOf(command).map(word => given[word] ?? word)
    if (program === 'hangxie') {
      const said = await runTool(settings, ...words)
      expect(said.stdout + said.stderr, command).toContain(answer)
      // A check may find something on this site; a command that acts must end well.
      if (words[0] !== 'doctor') expect(said, command).toMatchObject({ code: 0 })
    } else if (OF_THE_MACHINE.test(command)) await run('bash', ['-n', '-c', command])
    else await run(program!, words)
  }
})
