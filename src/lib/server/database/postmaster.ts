import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** PostgreSQL's lock files name the process that made them, who may be long gone, or replaced under the same number. */

const STEP = 25

/**
 * Whether a PostgreSQL on this directory is running; waits for one that is just starting or stopping. One that has lost
 * its way while recovering is ended: the next recovers from the same log.
 */
export async function isRunning(data: string, answers: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < 60_000; waited += STEP) {
    const pid = await postmasterOn(data)
    if (pid === undefined) return false
    if (await answers()) return true
    await wait(STEP)
  }
  const pid = await postmasterOn(data)
  if (pid === undefined) return false
  if (!(await isRecovering(pid))) return !(await quit(data, pid))
  throw new Error(`${data} 的 PostgreSQL 正在运行，但 60 秒内没有应答，请查看它旁边的 postgres.log。`)
}

/** After a reboot or in a new container a lock file's number may belong to another program: PostgreSQL would not start. */
export async function removeStrangersLocks(data: string, files: string[]): Promise<void> {
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
  for (let waited = 0; waited < limit; waited += STEP) {
    if ((await livingPid(file)) !== pid) return true
    await wait(STEP)
  }
  return false
}

/**
 * Whether the process that reads the log is at work. Where a disk has failed, PostgreSQL may be left waiting for one that
 * has died (seen with 18.4), and would turn everybody away for ever. Where processes cannot be seen it counts as at work.
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

/** Whether that process is the PostgreSQL of this directory. Where processes cannot be seen, it counts as it. */
async function serves(pid: number, data: string): Promise<boolean> {
  const command = await commandOf(pid).catch(() => undefined)
  return command === undefined || command.includes(`-D ${data} `)
}

/** Its words, each with a space behind it; nothing of one that is dead and only not yet buried. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
  return stdout
}
