import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stopRunning } from '../../src/lib/server/database/postmaster.ts'
import { makeScratch } from './tempDir.ts'

const root = resolve(import.meta.dirname, '../..')

export type Site = Awaited<ReturnType<typeof startSite>>
type Options = {
  demo?: boolean
  dataDir?: string
  env?: Record<string, string>
  /** Starts the site with `npm start` in its own process group, as from a terminal. */
  byNpm?: boolean
  /** The folder of a release: it is started by what that brings along. */
  program?: string
  /** Another folder with the sources and what was built of them. */
  checkout?: string
  /** The command that runs it as somebody else. */
  as?: readonly string[]
  /** How long the start may take, in ms: a million rows are migrated first. */
  readyWithin?: number
  /** A data directory with the demo data: copied where those are wanted, for loading them takes longer. */
  template?: string
}

/** The whole program as a process of its own, serving the built pages. `stop` or `kill` it, then `cleanUp`. */
export async function startSite(options: Options = {}) {
  const site = await launchSite({ ...options, template: process.env.SITE_TEMPLATE })
  await until(async () => {
    if (site.exitCode() !== null) throw new Error(`the site has ended: ${site.output()}`)
    return (await fetch(`${site.url}/readyz`).catch(() => undefined))?.ok
  }, options.readyWithin ?? 120_000).catch(async error => {
    // Clean up here: the caller has no handle yet.
    await site.cleanUp()
    throw error
  })
  return site
}

/** The same without waiting: for a start that is expected to fail, or to be interrupted. */
export async function launchSite(options: Options = {}) {
  const { demo = false, dataDir, env = {}, byNpm = false, program: release, checkout, as = [], template } = options
  if (!existsSync(join(root, 'build/program/main.js'))) throw new Error('npm run build comes first')
  const dir = dataDir ?? (await makeScratch('site'))
  if (template && demo && !dataDir && !env.DATABASE_URL) await cp(template, dir, { recursive: true })
  const port = env.PORT ?? String(await freePort())
  const given = {
    ...recording(),
    ...compiledOnce(),
    PORT: port,
    HOST: '127.0.0.1',
    DATA_DIR: dir,
    DEMO: demo ? '1' : '0',
    TRIAL: '1',
    LOG_LEVEL: 'warn',
    CAPTCHA_WORK: '20',
    ...env,
  }
  const ours = release ? [join(release, 'bin/start')] : [process.execPath, 'build/program/main.js']
  const [program, ...args] = byNpm ? ['npm', 'start'] : [...as, ...ours]
  const child = spawn(program!, args, {
    cwd: release ? tmpdir() : (checkout ?? root),
    detached: byNpm,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  return {
    url: `http://127.0.0.1:${port}`,
    port: Number(port),
    dataDir: dir,
    pid: child.pid!,
    output: () => output,
    exitCode: () => child.exitCode,
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Waits until it has ended, and answers its exit code. */
    ended: () => exitOf(child),
    /** Stops the site with SIGTERM, as a supervisor does. */
    stop: () => {
      child.kill('SIGTERM')
      return exitOf(child)
    },
    /** Kills the site with SIGKILL, as in a crash. Its PostgreSQL keeps running. */
    kill: () => {
      child.kill('SIGKILL')
      return exitOf(child)
    },
    /** Leaves nothing behind, whatever state it is in. A directory that was given is the giver's to clean. */
    cleanUp: async () => {
      child.kill('SIGKILL')
      await exitOf(child)
      if (dataDir) return
      await stopRunning(join(dir, 'pg'))
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** In a full test run, the answers to browsers are recorded as well. */
function recording() {
  const { SITE_ANSWERS } = process.env
  if (!SITE_ANSWERS) return {}
  return { ANSWERS_DIR: SITE_ANSWERS, NODE_OPTIONS: `--import ${join(root, 'test/answers/preload.ts')}` }
}

/** All sites of a full test run share one compile cache. */
function compiledOnce() {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}

async function exitOf(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null)
    await once(child, 'close', { signal: AbortSignal.timeout(60_000) })
  return child.exitCode
}

/** Waits for a condition, never for a time; gives up after `limit` ms. */
export async function until<T>(condition: () => Promise<T> | T, limit = 30_000): Promise<NonNullable<T>> {
  const begun = Date.now()
  for (;;) {
    const met = await condition()
    if (met) return met
    if (Date.now() - begun > limit) throw new Error(`still not so after ${limit} ms: ${condition}`)
    await wait(25)
  }
}

/** Below those that the system gives away (32768 and up), above the last that browsers refuse (10080). */
const FIRST_PORT = 11_000
const PORTS_EACH = 1_000
const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env
const ownPorts = FIRST_PORT + PORTS_EACH * (1 + Number(VITEST_POOL_ID ?? TEST_PARALLEL_INDEX ?? -1))
let asked = process.pid

/**
 * A port that is still free when a site opens it, seconds later: each worker has its own thousand, out of which no
 * connection is given one, and takes the next each time.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_EACH; tries++) {
    const port = ownPorts + (asked++ % PORTS_EACH)
    if (await isFree(port)) return port
  }
  throw new Error(`no port is free from ${ownPorts} on`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const isOpen = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isOpen) return false
  server.close()
  await once(server, 'close')
  return true
}
