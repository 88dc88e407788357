import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stopRunning } from '../../src/lib/server/database/postmaster.ts'
import { freePort, until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'

const TOKEN = 'of the tests of faults'
const SECONDS = 20

/** The program with that as its standard output; what it writes there is somebody else's trouble. */
async function startWith(stdout: 'pipe' | number) {
  const dataDir = await makeScratch('log')
  const port = await freePort()
  const child = spawn(process.execPath, ['build/program/main.js'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', stdout, 'ignore'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      METRICS_TOKEN: TOKEN,
      LOG_LEVEL: 'info',
    },
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await stopRunning(join(dataDir, 'pg'))
    await rm(dataDir, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok, 120_000)
  const dropped = async () => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    return Number((await answer.text()).match(/^hangxie_log_lines_dropped_total (\d+)$/m)![1])
  }
  return { url, child, dataDir, dropped }
}

/** Requests of each second, and how long the slowest took: what a graph would show. */
async function askFor(seconds: number, url: string) {
  const slowest: number[] = []
  const counts: number[] = []
  for (let second = 0; second < seconds; second++) {
    const end = Date.now() + 1_000
    let [count, longest] = [0, 0]
    const visitor = async () => {
      while (Date.now() < end) {
        const begun = performance.now()
        const answer = await fetch(`${url}/api/config/public?_=${count++}`, { signal: AbortSignal.timeout(10_000) })
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
        longest = Math.max(longest, performance.now() - begun)
      }
    }
    await Promise.all(Array.from({ length: 8 }, visitor))
    counts.push(count)
    slowest.push(Math.round(longest))
  }
  return { counts, slowest }
}

async function endsWell({ child, dataDir }: Awaited<ReturnType<typeof startWith>>) {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit', { signal: AbortSignal.timeout(25_000) })
  expect(child.exitCode).toBe(0)
  await expect(readFile(join(dataDir, 'pg/postmaster.pid'))).rejects.toThrow()
}

test('under a full disk requests go on, lines are counted, and the end comes in time', async () => {
  const full = await open('/dev/full', 'w')
  const site = await startWith(full.fd)
  await full.close()
  const seen = await askFor(SECONDS, site.url)
  console.log('full disk: requests a second', seen.counts.join(' '), '; slowest ms', seen.slowest.join(' '))
  expect(Math.min(...seen.counts)).toBeGreaterThan(0)
  await until(async () => (await askFor(1, site.url)) && (await site.dropped()) > 0, 300_000)
  await endsWell(site)
})

test('with a pipe that nobody reads requests go on; once it is read again, the log says what is missing', async () => {
  const site = await startWith('pipe')
  const seen = await askFor(SECONDS, site.url)
  console.log('unread pipe: requests a second', seen.counts.join(' '), '; slowest ms', seen.slowest.join(' '))
  expect(Math.min(...seen.counts)).toBeGreaterThan(0)
  await until(async () => (await askFor(1, site.url)) && (await site.dropped()) > 0, 300_000)
  let text = ''
  site.child.stdout!.on('data', chunk => {
    text += chunk
  })
  await until(() => text.includes('lines of the log are missing'))
  const lines = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.find(({ missing }) => missing).missing).toBeGreaterThan(0)
  await endsWell(site)
})

test('a reader of the log that goes away ends nothing', async () => {
  const site = await startWith('pipe')
  site.child.stdout!.destroy()
  const { counts } = await askFor(5, site.url)
  expect(Math.min(...counts)).toBeGreaterThan(0)
  await endsWell(site)
})
