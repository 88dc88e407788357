import { readFileSync } from 'node:fs'

/** Files that are open besides connections of visitors: the database, the log, uploads, what is being sent. */
const OTHER_FILES = 200

/** Warns of a limit on open files that ends connections without a word long before `CONNECTIONS` does. */
export function fileLimitWarning(connections: number, limits = readLimits()): string | undefined {
  const allowed = Number(limits.match(/^Max open files\s+(\d+)/m)?.[1] ?? Number.POSITIVE_INFINITY)
  if (allowed >= connections + OTHER_FILES) return
  return `进程最多能打开 ${allowed} 个文件（ulimit -n），容不下 CONNECTIONS=${connections} 个连接：请提高到 ${connections + OTHER_FILES} 以上（systemd 的 LimitNOFILE），或调低 CONNECTIONS。`
}

/** Limits of this process, where the system tells them. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
