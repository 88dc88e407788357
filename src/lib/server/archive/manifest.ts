import { z } from 'zod'

/** Format version of archives written here, and the latest that can be read. */
export const FORMAT_VERSION = 1

/** Names of our own tables and columns, which need no quotes. */
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().min(0)

/** The last part of an archive: what the others are, so that one that was cut off has none. */
export const manifestShape = z.object({
  format: z.literal(FORMAT_VERSION),
  /** Version of the program that wrote the archive. */
  version: z.string(),
  /** Identity of the database; absent in archives of earlier versions. */
  database: z.string().optional(),
  /** The moment that all of it shows. */
  at: z.iso.datetime(),
  /** Migrations applied to the database. */
  migrations: z.array(z.object({ at: count, hash })).min(1),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).min(1), rows: count })),
  /** The last value each has given out; null: none yet. */
  sequences: z.array(z.object({ name: identifier, last: count.nullable() })),
  /** Tells keys apart without telling the key: what is sealed in the tables opens with this one only. */
  keyMark: z.string().nullable(),
  parts: z.array(z.object({ name: z.string(), bytes: count, sha256: hash })),
  /** Files that the database names and the store did not give, or not as they were stored. */
  faults: z.array(z.object({ key: z.string(), why: z.enum(['missing', 'damaged', 'removed']) })),
})

export type Manifest = z.output<typeof manifestShape>
export type Part = Manifest['parts'][number]

/** Names of parts, as they stand in the archive. */
export const tablePart = (name: string) => `tables/${name}.copy.zst`
export const filePart = (key: string) => `files/${key}`
export const KEY_PART = 'secret.key'
export const MANIFEST = 'manifest.json'
export const MANIFEST_HASH = 'manifest.sha256'

/** Maximum bytes of a part in one entry; longer parts continue in `name#2`, `name#3` … */
export const PIECE_BYTES = 1 << 20
/** Maximum bytes read of one entry: larger than `PIECE`, since later versions may write larger pieces. */
export const MAX_PIECE_BYTES = 16 << 20
export const isCompressed = (name: string) => name.endsWith('.zst')

/** Whether a name stays inside its directory on every operating system. */
export const isSafeName = (name: string) =>
  /^[\w.-]+(\/[\w.-]+)*(#\d{1,9})?$/.test(name) && !name.split(/[/#]/).some(part => /^\.+$/.test(part))

export const bytesOf = (manifest: Manifest) => manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0)
export const rowsOf = (manifest: Manifest) => manifest.tables.reduce((sum, { rows }) => sum + rows, 0)
export const filesOf = (manifest: Manifest) => manifest.parts.filter(({ name }) => name.startsWith('files/'))
export const inMB = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
