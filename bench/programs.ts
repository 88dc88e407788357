import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { flags, malloc } from '../bin/memory.mjs'

/** Programs that are measured: on the first processor, this one that loads them, from then on, on the second. */
export type Program = { port: number; pid: number; readyAfter: number; stop: () => Promise<void> }

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const pins = hasTaskset()
const keepTo = (processors: string) => {
  if (pins) execFileSync('taskset', ['-acp', processors, String(process.pid)])
}
/** Lets this process and the programs that it starts from now on use both processors. */
export const spreadOverProcessors = () => keepTo('0,1')

/** Starts the site as `npm start` does, without the nightly backup, which would disturb the measurement. */
export const startSite = (dataDir: string, env: Record<string, string> = {}, processor = 0) =>
  start({
    script: '../build/program/main.js',
    flags,
    env: { ...malloc, DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'silent', BACKUP_AT: 'off', ...env },
    ready: '/readyz',
    processor,
  })

/** The floor of an answer from memory: nothing but these bytes with these headers. */
export const startFloor = (file: string, headers: Record<string, string>) =>
  start({ script: 'floor.ts', args: [file, JSON.stringify(headers)], ready: '/' })

/** Starts Next.js as `next start` does, on our database. */
export const startNext = (folder: string, socket: string) => {
  const database = { DATABASE_HOST: socket, DATABASE_NAME: 'postgres', DATABASE_USER: 'hangxie' }
  return start({
    script: join(folder, 'node_modules/next/dist/bin/next'),
    args: ['start', folder, '--hostname', '127.0.0.1'],
    env: { ...database, NEXT_TELEMETRY_DISABLED: '1' },
    ready: '/',
  })
}

type Starting = {
  script: string
  args?: string[]
  /** Command-line flags of Node. */
  flags?: string[]
  env?: Record<string, string>
  /** Output that means that the program is ready. */
  ready: string
  processor?: number
}

async function start({ script, args = [], flags = [], env, ready, processor = 0 }: Starting): Promise<Program> {
  keepTo('1')
  const port = await freePort()
  const path = fileURLToPath(new URL(script, import.meta.url))
  const [command, ...before] = pins ? ['taskset', '-c', String(processor), process.execPath] : [process.execPath]
  const begun = performance.now()
  const child = spawn(command!, [...before, ...flags, path, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production' },
  })
  running.add(child)
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  while (!(await answers(port, ready))) {
    if (child.exitCode !== null) throw new Error(`${script} ended: ${said}`)
    if (performance.now() - begun > 60_000) throw new Error(`${script} is not ready after a minute: ${said}`)
    await wait(10)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    running.delete(child)
  }
  return { port, pid: child.pid!, readyAfter: performance.now() - begun, stop }
}

const answers = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ ok, body }) => body?.cancel().then(() => ok) ?? ok,
    () => false,
  )

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['-cp', '0,1', String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** CPU time of the process with all its threads, in µs. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Memory in bytes of the process and its children; shared memory counts once. */
export function memoryOf(pid: number): number {
  const own = Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) * 1024
  return childrenOf(pid).reduce((sum, child) => sum + memoryOfChild(child), own)
}

/** A child that reads one file may have ended since it was listed. */
function memoryOfChild(pid: number): number {
  try {
    return memoryOf(pid)
  } catch (error) {
    if (/^(ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return 0
    throw error
  }
}

export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(other => parentOf(other) === pid)

function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  } catch {
    return undefined
  }
}
