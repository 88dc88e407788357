import { existsSync, statfsSync } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const MEMORY = '/dev/shm'
/** Required free memory in bytes; all sites of a run together need a quarter of it. */
const ROOM = 4 * 2 ** 30

/**
 * A new directory for a database and its files, in memory where that has room: a database is a thousand small files, and
 * to copy them on a disk costs the processor twenty times as much.
 */
export const makeScratch = (name: string): Promise<string> =>
  mkdtemp(join(hasRoom() ? MEMORY : tmpdir(), `hangxie-${name}-`))

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM
}

/**
 * A new data directory beside that one, with its key and its files. Files are the same bytes under a second name: they are
 * never written to once they are there, and what one test deletes or sweeps away the others still have.
 */
export async function ownDataDir(from: string): Promise<string> {
  const to = await mkdtemp(join(dirname(from), 'hangxie-files-'))
  await copyFile(join(from, 'secret.key'), join(to, 'secret.key'))
  const files = await readdir(join(from, 'files'), { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of files.filter(each => each.isDirectory()))
    await mkdir(join(parentPath.replace(from, to), name), { recursive: true })
  for (const { parentPath, name } of files.filter(each => each.isFile()))
    await link(join(parentPath, name), join(parentPath.replace(from, to), name))
  return to
}
