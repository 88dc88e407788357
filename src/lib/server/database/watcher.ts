import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reads a pipe that we hold open: it ends without a word when we do, however that is. Then PostgreSQL is stopped in
 * order, or at once where it does not end, unless it has ended, was started again, or belongs to another program by now.
 */
const WATCH = `read -r _ && exit
is_ours() { [ "$(cat "$2")" = "$3" ] && [ "$(head -n 1 "$4")" = "$1" ]; }
is_ours "$@" && kill -INT "$1" && sleep 15 && is_ours "$@" && kill -QUIT "$1"`

export type Watcher = { dismiss: () => void }

/** Sees to it that PostgreSQL does not outlive this process, even one that is killed. The last one to watch counts. */
export async function watchOver(data: string, pid: number): Promise<Watcher> {
  if (process.platform === 'win32') return { dismiss: () => {} }
  const marked = `${data}.watched`
  const mark = randomUUID()
  await writeFile(marked, `${mark}\n`, { mode: 0o600 })
  const args = ['-c', WATCH, 'sh', String(pid), marked, mark, join(data, 'postmaster.pid')]
  // A session of its own: what ends our whole group leaves it to do its work.
  const child = spawn('sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.once('error', () => {})
  child.stdin.on('error', () => {})
  letGo(child)
  return { dismiss: () => void child.stdin.end('\n') }
}

/** It keeps nobody from ending. */
function letGo(child: ChildProcess) {
  child.unref()
  const { stdin } = child
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
}
