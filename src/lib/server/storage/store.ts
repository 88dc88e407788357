import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileHeaders } from '#lib/contract.ts'
import type { Config } from '../process/config.ts'
import { openFolder } from './storeDisk.ts'

/** Byte range, both ends inclusive. */
export type Range = { start: number; end: number }

/** Direct download of public files from the bucket. */
export type DirectDownload = {
  /** Origin of the addresses, which a page's policy has to allow. */
  origin: string
  /** Temporary address that anybody may read; stays the same for some time, so that browsers can cache it. */
  addressOf: (key: string, served: FileHeaders) => Promise<string>
}

/** Prefix of files that belong to no record and are never swept. */
export const UNSWEPT_PREFIX = 'kept/'

/** Storage of file contents. Names, types and owners are rows of the `files` module. */
export type Store = {
  put: (key: string, bytes: Buffer) => Promise<void>
  /** Takes over the file at `path`, whole or not at all; it may be gone from there afterwards. */
  take: (key: string, path: string) => Promise<void>
  /** Throws when there is nothing under that key. */
  open: (key: string, range?: Range) => Promise<Readable>
  /** Does nothing where there is nothing. */
  remove: (key: string) => Promise<void>
  /** Lists all stored files with their time of storage. */
  list: () => AsyncIterable<{ key: string; at: Date }>
  direct?: DirectDownload | undefined
  /** Throws when files cannot really be written and read back. */
  check: () => Promise<void>
}

/** Opens the configured bucket, otherwise a folder on the local disk. */
export async function openStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Store> {
  // The SDK is large, and most sites never need it.
  const store = s3 ? (await import('./storeS3.ts')).openBucket(s3) : await openFolder(dataDir)
  return {
    ...store,
    check: async () => {
      const key = `check/${randomUUID()}`
      await store.put(key, Buffer.from(key))
      const read = await buffer(await store.open(key))
      await store.remove(key)
      if (read.toString() !== key) throw new Error('a file came back different from what was written')
    },
  }
}
