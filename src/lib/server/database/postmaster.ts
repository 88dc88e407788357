import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** PostgreSQL's lock files name the process that made them, who may be long gone, or replaced under the same number. */

const STEP = 25

/** Whether a PostgreSQL on this directory is running; waits for one that is just starting or stopping. */
export async function isRunning(data: string, answers: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < 60_000; waited += STEP) {
    const pid = await livingPid(join(data, 'postmaster.pid'))
    if (pid === undefined || !(await serves(pid, data))) return false
    if (await answers()) return true
    await wait(STEP)
  }
  throw new Error(`${data} 的 PostgreSQL 正在运行，但 60 秒内没有应答，请查看它旁边的 postgres.log。`)
}

/** After a reboot or in a new container a lock file's number may belong to another program: PostgreSQL would not start. */
export async function removeStrangersLocks(data: string, files: string[]): Promise<void> {
  for (const file of files) {
    const pid = await livingPid(file)
    if (pid !== undefined && !(await serves(pid, data))) await rm(file, { force: true })
  }
}

/** Fast shutdown: open transactions are rolled back, the rest is written. One that needs longer ends by itself. */
export async function stopRunning(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const pid = await postmasterOn(data)
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 10_000 && (await livingPid(file)) === pid; waited += STEP) await wait(STEP)
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
