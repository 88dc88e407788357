import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** In bytes: all sites of a run at once need a quarter of it. */
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
