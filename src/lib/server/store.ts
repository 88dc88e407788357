import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from './config.ts'

/** Where files' bytes live. Their names, types and owners are rows of the `files` module. */
export type Store = {
  put: (key: string, bytes: Buffer) => Promise<void>
  open: (key: string) => Promise<Readable>
  remove: (key: string) => Promise<void>
  /** Throws when files cannot really be written and read back. */
  check: () => Promise<void>
}

export async function openStore({ dataDir }: Pick<Config, 'dataDir'>): Promise<Store> {
  const location = join(dataDir, 'files')
  await mkdir(location, { recursive: true, mode: 0o700 })
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(key, bytes),
    open: key => disk.getStream(key),
    remove: key => disk.delete(key),
    check: async () => {
      const key = `.check-${randomUUID()}`
      await disk.put(key, key)
      const read = await disk.get(key)
      await disk.delete(key)
      if (read !== key) throw new Error('a file came back different from what was written')
    },
  }
}
