import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../process/config.ts'

export type StoredBackup = { name: string; bytes: number; at: Date }

/** Storage for backups, by name. Whatever is listed is complete and survives a power failure. */
export type Place = {
  /** Name shown to people. */
  title: string
  /** A copy of the file at `path`. */
  put: (name: string, path: string, signal?: AbortSignal) => Promise<void>
  putBytes: (name: string, bytes: Buffer) => Promise<void>
  /** Throws when there is nothing under that name. */
  open: (name: string) => Promise<Readable>
  /** Files whose names begin with `prefix`, sorted by name. */
  list: (prefix: string) => Promise<StoredBackup[]>
  remove: (name: string) => Promise<void>
}

type Backing = Pick<Config, 'backup'>

export const folderOf = ({ backup }: Backing): Place => openFolderPlace(backup.folder)

/** The bucket of backups, where one is set. */
export async function bucketOf({ backup }: Backing): Promise<Place | undefined> {
  // The SDK is large, and most sites never need it.
  return backup.s3 && (await import('./placeS3.ts')).openBucketPlace(backup.s3)
}

/** Place of the log archive; undefined: archiving is not configured. */
export async function walPlaceOf(config: Backing): Promise<Place | undefined> {
  if (config.backup.wal === 's3') return bucketOf(config)
  return config.backup.wal && folderOf(config)
}

/** A directory, best of all on another disk than the data. */
function openFolderPlace(root: string): Place {
  const appear = async (name: string, write: (draft: string) => Promise<unknown>) => {
    const target = join(root, name)
    const draft = `${target}.${process.pid}.part`
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      await write(draft)
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    const folder = await open(dirname(target))
    await folder.sync().finally(() => folder.close())
  }
  return {
    title: root,
    put: (name, path, signal) =>
      appear(name, draft =>
        pipeline(createReadStream(path), createWriteStream(draft, { mode: 0o600, flush: true }), { signal }),
      ),
    putBytes: (name, bytes) => appear(name, draft => writeFile(draft, bytes, { mode: 0o600, flush: true })),
    open: async name => {
      const stream = createReadStream(join(root, name), { highWaterMark: 1 << 18 })
      await once(stream, 'open')
      return stream
    },
    list: prefix => listUnder(root, prefix),
    remove: name => rm(join(root, name), { force: true }),
  }
}

async function listUnder(root: string, prefix: string): Promise<StoredBackup[]> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const found: StoredBackup[] = []
  const names = await readdir(join(root, folder), { recursive: folder !== '' }).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const each of names.sort()) {
    const name = folder + each
    if (!name.startsWith(prefix) || name.endsWith('.part')) continue
    const about = await stat(join(root, name)).catch(() => undefined)
    if (about?.isFile()) found.push({ name, bytes: about.size, at: about.mtime })
  }
  return found
}
