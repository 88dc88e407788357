import type { Readable } from 'node:stream'
import type { Config } from '../process/config.ts'
import { openFolderPlace } from './placeFolder.ts'

export type Kept = { name: string; bytes: number; at: Date }

/** Where backups are kept, each under its name. What has a name there is whole, and survives a power failure. */
export type Place = {
  /** For people. */
  title: string
  /** A copy of the file at `path`. */
  put: (name: string, path: string, signal?: AbortSignal) => Promise<void>
  putBytes: (name: string, bytes: Buffer) => Promise<void>
  /** Throws when there is nothing under that name. */
  open: (name: string) => Promise<Readable>
  /** What has a name that begins so, in the order of names. */
  list: (prefix: string) => Promise<Kept[]>
  remove: (name: string) => Promise<void>
}

type Backing = Pick<Config, 'backup'>

export const folderOf = ({ backup }: Backing): Place => openFolderPlace(backup.folder)

/** The bucket of backups, where one is set. */
export async function bucketOf({ backup }: Backing): Promise<Place | undefined> {
  // The SDK is large, and most sites never need it.
  return backup.s3 && (await import('./placeS3.ts')).openBucketPlace(backup.s3)
}

/** Where the changes of the database are archived, where they are. */
export async function walPlaceOf(config: Backing): Promise<Place | undefined> {
  if (config.backup.wal === 's3') return bucketOf(config)
  return config.backup.wal && folderOf(config)
}
