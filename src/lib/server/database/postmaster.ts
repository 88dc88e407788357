import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** PostgreSQL's lock files name the process that made them, who may be long gone, or replaced under the same number. */

const POLL_MS = 25

/**
 * Whether a PostgreSQL runs on this directory; waits for one that is just starting or stopping. One that hangs in
 * recovery is ended: the next one recovers from the same log.
 */
export async function isRunning(data: string, answers: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < 60_000; waited += POLL_MS) {
    const pid = await postmasterOn(data)
    if (pid === undefined) return false
    if (await answers()) return true
    await wait(POLL_MS)
  }
  const pid = await postmasterOn(data)
  if (pid === undefined) return false
  if (!(await isRecovering(pid))) return !(await quit(data, pid))
  throw new Error(`${data} 的 PostgreSQL 正在运行，但 60 秒内没有应答，请查看它旁边的 postgres.log。`)
}

/**
 * Removes stale lock files: after a reboot or in a new container their process number may belong to another program,
 * and PostgreSQL would not start.
 */
export async function removeStaleLocks(data: string, files: string[]): Promise<void> {
  for (const file of files) {
    const pid = await livingPid(file)
    if (pid !== undefined && !(await serves(pid, data))) await rm(file, { force: true })
  }
}

/**
 * Fast shutdown: open transactions are rolled back, the rest is written. One that needs longer is ended at once, and
 * writes the rest from its log when it starts again.
 */
export async function stopRunning(data: string): Promise<void> {
  const pid = await postmasterOn(data)
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  if (!(await hasEnded(data, pid, 10_000))) await quit(data, pid)
}

async function quit(data: string, pid: number): Promise<boolean> {
  process.kill(pid, 'SIGQUIT')
  return hasEnded(data, pid, 10_000)
}

async function hasEnded(data: string, pid: number, limit: number): Promise<boolean> {
  const file = join(data, 'postmaster.pid')
  for (let waited = 0; waited < limit; waited += POLL_MS) {
    if ((await livingPid(file)) !== pid) return true
    await wait(POLL_MS)
  }
  return false
}

/**
 * Whether the startup process, which replays the log, is alive. After a disk failure PostgreSQL may wait for one that
 * has died (seen with 18.4) and refuse connections for ever. True where processes cannot be inspected.
 */
async function isRecovering(pid: number): Promise<boolean> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => undefined)
  if (children === undefined) return true
  const titles = await Promise.all(
    children
      .trim()
      .split(' ')
      .map(child => commandOf(Number(child)).catch(() => '')),
  )
  return titles.some(title => title.includes('startup'))
}

async function livingPid(file: string): Promise<number | undefined> {
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  try {
    return pid > 0 && process.kill(pid, 0) ? pid : undefined
  } catch {
    return undefined
  }
}

/** The PostgreSQL that runs on this directory. */
export async function postmasterOn(data: string): Promise<number | undefined> {
  const pid = await livingPid(join(data, 'postmaster.pid'))
  return pid !== undefined && (await serves(pid, data)) ? pid : undefined
}

/** Whether the process is the PostgreSQL of this directory. True where processes cannot be inspected. */
async function serves(pid: number, data: string): Promise<boolean> {
  const command = await commandOf(pid).catch(() => undefined)
  return command === undefined || command.includes(`-D ${data} `)
}

/** Command line of a process, each word followed by a space; empty for a zombie. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
  return stdout
}
