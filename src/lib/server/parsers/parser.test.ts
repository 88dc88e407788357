import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Order } from '#test/support/misbehavingParser.ts'
import { defineParser, type ParserOptions } from './parser.ts'

const script = new URL('../../../../test/support/misbehavingParser.ts', import.meta.url)

const parserOf = (options: Partial<ParserOptions> = {}) =>
  defineParser<Order, unknown>({ script, runsIn: 'thread', timeoutMs: 5_000, memoryMb: 64, ...options })

/** Whom nobody has waited for is listed as a zombie. */
const isRunning = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'latin1').then(
    stat => !/\) Z /.test(stat),
    () => false,
  )

describe.each(['thread', 'process'] as const)('in a %s', runsIn => {
  const memoryMb = runsIn === 'thread' ? 64 : 150

  test('what takes too long is ended, and the next input finds a new parser', async () => {
    const parse = parserOf({ runsIn, timeoutMs: 500, memoryMb })
    const first = await parse({ do: 'who' })
    expect(await parse({ do: 'who' })).toBe(first)
    await expect(parse({ do: 'loop' })).rejects.toMatchObject({ reason: 'time' })
    expect(await parse({ do: 'who' })).not.toBe(first)
  })

  test('what fills the heap is ended, and the next input finds a new parser', async () => {
    const parse = parserOf({ runsIn, timeoutMs: 30_000, memoryMb })
    const first = await parse({ do: 'who' })
    await expect(parse({ do: 'fillHeap' })).rejects.toMatchObject({ reason: 'memory' })
    expect(await parse({ do: 'who' })).not.toBe(first)
  })

  test('a crash costs the input that caused it, and the next one finds a new parser', async () => {
    const parse = parserOf({ runsIn, memoryMb })
    const first = await parse({ do: 'who' })
    await expect(parse({ do: 'crash' })).rejects.toMatchObject({ reason: 'failed' })
    expect(await parse({ do: 'who' })).not.toBe(first)
  })

  test('a parser that ends between two inputs costs neither', async () => {
    const parse = parserOf({ runsIn, memoryMb })
    const first = await parse({ do: 'who' })
    await parse({ do: 'crashLater' })
    // The one that crashed, or the one after it.
    await vi.waitFor(async () => expect(await parse({ do: 'who' })).not.toBe(first), { timeout: 5_000, interval: 100 })
  })

  test('a refusal passes with its words, a fault with its cause, and neither ends the parser', async () => {
    const parse = parserOf({ runsIn, memoryMb })
    const first = await parse({ do: 'who' })
    await expect(parse({ do: 'refuse' })).rejects.toMatchObject({ name: 'Refusal', code: 400, message: '文件有密码' })
    await expect(parse({ do: 'throw' })).rejects.toThrow('the input cannot be parsed (failed): on purpose')
    expect(await parse({ do: 'who' })).toBe(first)
  })

  test('it knows no secret of the site', async () => {
    vi.stubEnv('SECRET_KEY', 'a secret of this test')
    try {
      const environment = await parserOf({ runsIn, memoryMb })({ do: 'readEnvironment' })
      expect(process.env.SECRET_KEY).toBe('a secret of this test')
      expect(environment).not.toHaveProperty('SECRET_KEY')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('it keeps no program running that has nothing else to do, and ends with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hangxie-parser-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const program = `
      import { defineParser } from ${JSON.stringify(new URL('./parser.ts', import.meta.url).href)}
      const script = new URL(${JSON.stringify(script.href)})
      const parse = defineParser({ script, runsIn: '${runsIn}', timeoutMs: 5000, memoryMb: 150 })
      console.log(await parse({ do: 'who' }))`
    await writeFile(join(folder, 'program.mjs'), program)
    const child = spawn(process.execPath, [join(folder, 'program.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [who] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(who).toMatch(/^\d+\/\d+\n$/)
    await expect.poll(() => isRunning(Number.parseInt(who, 10)), { timeout: 10_000 }).toBe(false)
  })
})

test('what a process holds outside the heap counts, too', async () => {
  const parse = parserOf({ runsIn: 'process', timeoutMs: 30_000, memoryMb: 200 })
  await expect(parse({ do: 'fillBuffers' })).rejects.toMatchObject({ reason: 'memory' })
})

test('a process that stands still is replaced, and its input is read by the next one', async () => {
  const parse = parserOf({ runsIn: 'process', memoryMb: 150, stallMs: 500 })
  const first = (await parse({ do: 'who' })) as string
  process.kill(Number.parseInt(first, 10), 'SIGSTOP')
  const second = await parse({ do: 'who' })
  expect(second).toEqual(expect.any(String))
  expect(second).not.toBe(first)
})

test('a process gives way to the site with all of its threads', async () => {
  const parse = parserOf({ runsIn: 'process', memoryMb: 150 })
  const pid = Number.parseInt((await parse({ do: 'who' })) as string, 10)
  const threads = await readdir(`/proc/${pid}/task`)
  const priorities = threads.map(thread => getPriority(Number(thread)))
  expect(threads.length).toBeGreaterThan(1)
  expect(new Set(priorities)).toEqual(new Set([Math.min(19, getPriority() + 5)]))
})

test('an input that cannot be sent is a fault, and the next one is parsed', async () => {
  const parse = parserOf()
  await expect(parse({ do: 'who', also: () => {} } as never)).rejects.toMatchObject({ reason: 'failed' })
  expect(await parse({ do: 'who' })).toEqual(expect.any(String))
})

test('the time of an input begins when its parser is loaded', async () => {
  const parse = parserOf({ runsIn: 'process', memoryMb: 150, timeoutMs: 20 })
  expect(await parse({ do: 'who' })).toEqual(expect.any(String))
})

test('where somebody waits to see it read, what is too much is refused in words', async () => {
  const parse = parserOf({ timeoutMs: 300, unreadable: '文件无法读取' })
  await expect(parse({ do: 'loop' })).rejects.toMatchObject({
    name: 'Refusal',
    code: 400,
    message: '文件无法读取',
    cause: { reason: 'time' },
  })
})

const busy = { code: 429, message: '正在读取的文件较多，请稍后再试' }

test('so many inputs wait of all, and of one caller, and no more', async () => {
  const parse = parserOf({ maxWaiting: 4, maxWaitingPerCaller: 2 })
  const some = [parse({ do: 'take', ms: 300 }, 'a'), parse({ do: 'who' }, 'a')]
  await expect(parse({ do: 'who' }, 'a')).rejects.toMatchObject(busy)
  const others = [parse({ do: 'who' }, 'b'), parse({ do: 'who' })]
  await expect(parse({ do: 'who' }, 'c')).rejects.toMatchObject(busy)
  await Promise.all([...some, ...others])
  expect(await parse({ do: 'who' }, 'a')).toEqual(expect.any(String))
})

test('whoever sends many keeps others waiting for one of them', async () => {
  const parse = parserOf()
  const order: string[] = []
  const send = (name: string, caller: string) => parse({ do: 'take', ms: 50 }, caller).then(() => order.push(name))
  await Promise.all([send('a1', 'a'), send('a2', 'a'), send('a3', 'a'), send('b1', 'b'), send('b2', 'b')])
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
})
