import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const lifetime = new URL('./lifetime.ts', import.meta.url).href

/** A program of a few lines that runs by `runProgram`: its exit code, and what it said. */
async function run(start: string, env = {}) {
  const program = `import { runProgram } from '${lifetime}'\nrunProgram(async atEnd => { ${start} }, console.log)\nsetInterval(() => {}, 1000)`
  const options = { env: { ...process.env, ...env }, timeout: 15_000 }
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout }) => ({ code: code as number, said: stdout as string }),
  )
}

test('what was opened is closed in reverse, even if one refuses', async () => {
  const { code, said } = await run(`
    atEnd(async () => console.log('database closed'))
    atEnd(async () => { throw new Error('the pool refuses') })
    atEnd(async () => console.log('port closed'))
    process.kill(process.pid, 'SIGTERM')`)
  expect([code, said]).toEqual([0, 'port closed\nthe pool refuses\ndatabase closed\n'])
})

test('a start that fails says one sentence, and with LOG_LEVEL=debug where', async () => {
  const start = `atEnd(async () => console.log('closed')); throw new Error('端口已被占用')`
  expect(await run(start)).toEqual({ code: 1, said: '端口已被占用\nclosed\n' })
  expect((await run(start, { LOG_LEVEL: 'debug' })).said).toMatch(/端口已被占用\n\s+at /)
})

test('a signal during the start is heard when the start is over', async () => {
  const { code, said } = await run(`
    process.kill(process.pid, 'SIGINT')
    await new Promise(resolve => setTimeout(resolve, 100))
    atEnd(async () => console.log('closed'))`)
  expect([code, said]).toEqual([0, 'closed\n'])
})

test('a terminal that is closed, and its streams with it, ends the program in order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lifetime-'))
  const mark = JSON.stringify(join(folder, 'closed'))
  const { code } = await run(`
    const { writeFile } = await import('node:fs/promises')
    atEnd(() => writeFile(${mark}, ''))
    process.stdout.destroy(Object.assign(new Error('write EIO'), { code: 'EIO' }))
    process.kill(process.pid, 'SIGHUP')`)
  expect([code, await readdir(folder)]).toEqual([0, ['closed']])
  await rm(folder, { recursive: true })
})

test.each([`setTimeout(() => Promise.reject(new Error('boom')))`, `setTimeout(() => { throw new Error('boom') })`])(
  'a fault nobody has caught is told with its stack, and ends the program in order: %s',
  async fault => {
    const { code, said } = await run(`atEnd(async () => console.log('closed')); ${fault}`)
    expect(code).toBe(1)
    expect(said).toMatch(/Error: boom\n\s+at [\s\S]*closed\n$/)
  },
)
