import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#test/support/site.ts'
import { makeScratch } from '#test/support/tempDir.ts'
import { makeLogSink } from './logSink.ts'

const line = (n: number) => `{"msg":"line ${n}","fill":"${'.'.repeat(80)}"}\n`

async function makePipe() {
  const folder = await makeScratch('pipe')
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(async () => {
    closeSync(fd)
    await rm(folder, { recursive: true })
  })
  const read = () => {
    const bytes = Buffer.alloc(1 << 20)
    try {
      return bytes.subarray(0, readSync(fd, bytes)).toString()
    } catch {
      return ''
    }
  }
  return { fd, read }
}

test('a pipe that nobody reads costs lines that are counted, and the first line after them says how many', async () => {
  const { fd, read } = await makePipe()
  const sink = makeLogSink({ fd, limit: 50_000, retry: 5 })
  onTestFinished(sink.close)
  for (let n = 0; n < 5_000; n++) sink.write(line(n))
  expect(sink.dropped()).toBeGreaterThan(3_000)
  const dropped = sink.dropped()
  let text = ''
  await until(() => {
    text += read()
    return text.includes('missing')
  })
  sink.write(line(9_999))
  await until(() => {
    text += read()
    return text.includes('line 9999')
  })
  const lines = text.trimEnd().split('\n')
  expect(lines).toHaveLength(5_000 - dropped + 2)
  const parsed = lines.map(each => JSON.parse(each))
  expect(parsed.at(-2)).toMatchObject({ level: 40, missing: dropped })
  expect(parsed.at(-1).msg).toBe('line 9999')
  expect(parsed.slice(0, -2).map(({ msg }) => msg)).toEqual(
    Array.from({ length: 5_000 - dropped }, (_, n) => `line ${n}`),
  )
})

test('a full disk keeps nobody waiting, at the end neither', async () => {
  const fd = openSync('/dev/full', 'w')
  const sink = makeLogSink({ fd, limit: 10_000, retry: 5 })
  onTestFinished(async () => {
    sink.close()
    // A write that is under way still has the descriptor.
    await sink.rest(1_000)
    closeSync(fd)
  })
  for (let n = 0; n < 1_000; n++) sink.write(line(n))
  expect(sink.dropped()).toBeGreaterThan(800)
  const begun = Date.now()
  await sink.rest(50)
  expect(Date.now() - begun).toBeLessThan(5_000)
})
