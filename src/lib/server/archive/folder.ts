import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

const NAME = /^hangxie-\d{8}-\d{6}\.tar(\.enc)?$/
const PART = '.part'
/** Age in ms since the last write after which a draft counts as left by a backup that was killed. */
const ABANDONED_AFTER_MS = 3_600_000

/** `hangxie-20261122-103000.tar`, by the clock of Shanghai: names sort by time. */
export function nameAt(at: Date, isEncrypted: boolean): string {
  const [day, time] = new Date(at.getTime() + 8 * 3_600_000).toISOString().replaceAll(/[-:]/g, '').split(/[T.]/)
  return `hangxie-${day}-${time}.tar${isEncrypted ? '.enc' : ''}`
}

/** The moment that the name of a backup tells, whatever has happened to the file since. */
export function momentIn(name: string): Date {
  const [, year, month, day, hour, minute, second] = name.match(/-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\./)!
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
}

/** A path that is a directory, or ends like one, gets the usual name in it. */
export async function targetOf(to: string, name: string): Promise<string> {
  const isFolder = /[/\\]$/.test(to) || (await stat(to).catch(() => undefined))?.isDirectory()
  const path = isFolder ? join(resolve(to), name) : resolve(to)
  const problem = (why: string) =>
    new Error(`备份不能写到 ${path}（${why}），请检查目录与权限，或另设 BACKUP_DIR、--to。`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(error => {
    throw problem(error.code)
  })
  if (await stat(path).catch(() => undefined)) throw problem('已有同名文件')
  return path
}

/** The file appears under its name only when `write` has written all of it, and then survives a power failure. */
export async function writeAtomically<T>(path: string, write: (draft: string) => Promise<T>): Promise<T> {
  const draft = `${path}.${process.pid}${PART}`
  try {
    const result = await write(draft)
    await rename(draft, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
    return result
  } catch (error) {
    await rm(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC')
      throw new Error(`磁盘空间不足，备份没有完成：${path}。原有的备份没有改动。`, { cause: error })
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
      throw new Error(`备份不能写到 ${path}（${code}），请检查权限，或另设 BACKUP_DIR、--to。`, { cause: error })
    throw error
  }
}

/** The backups in a directory, newest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const found = names.filter(name => NAME.test(name)).sort()
  return found.reverse().map(name => join(folder, name))
}

/** Keeps the newest `count` and answers what is gone; also sweeps what killed backups have left. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const gone = (await backupsIn(folder)).slice(count)
  for (const path of gone) {
    await rm(path)
    await rm(`${path}.json`, { force: true })
  }
  await sweepDrafts(folder)
  return gone.map(path => basename(path))
}

/** Removes drafts left by backups that were killed. */
export async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    if (!name.startsWith('hangxie-') || !name.endsWith(PART)) continue
    const about = await stat(path).catch(() => undefined)
    if (about && Date.now() - about.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
  }
}
