import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Place } from './place.ts'

const NAME = /^hangxie-\d{8}-\d{6}\.tar(\.enc)?$/
const NOTE = '.json'

/** Metadata of a backup, stored unencrypted beside it; contains no personal data. */
const noteShape = z.object({
  /** The moment that it shows. */
  at: z.iso.datetime(),
  bytes: z.int(),
  sha256: z.string(),
  version: z.string(),
  rows: z.int(),
  files: z.int(),
  /** Files that were not there to be backed up. */
  missing: z.int(),
  seal: z.enum(['none', 'passphrase', 'recipient', 'site']),
  seconds: z.number(),
  /** `restored`: all rows were restored into a database of their own and counted. `read`: every part was read. */
  verified: z.enum(['restored', 'read']),
  verifiedAt: z.iso.datetime(),
})
export type Note = z.output<typeof noteShape>
/** A backup at a place; without a note it was made by hand. */
export type Found = { name: string; bytes: number; at: Date; note?: Note }

export const putNote = (place: Place, name: string, note: Note) =>
  place.putBytes(name + NOTE, Buffer.from(JSON.stringify(note, null, 1)))

export async function removeBackup(place: Place, name: string): Promise<void> {
  // The order matters: a backup without a note counts as made by hand and is never deleted.
  await place.remove(name)
  await place.remove(name + NOTE)
}

/** Newest first. A backup of another length than its note says is none: somebody has cut it off. */
export async function listBackups(place: Place): Promise<Found[]> {
  const all = await place.list('hangxie-')
  const noted = new Set(all.map(({ name }) => name))
  const found: Found[] = []
  for (const { name, bytes, at } of all) {
    if (!NAME.test(name)) continue
    const note = noted.has(name + NOTE) ? await readNote(place, name) : undefined
    found.push({ name, bytes, at: note ? new Date(note.at) : at, ...(note?.bytes === bytes && { note }) })
  }
  return found.reverse()
}

async function readNote(place: Place, name: string): Promise<Note | undefined> {
  try {
    return noteShape.parse(JSON.parse(await text(await place.open(name + NOTE))))
  } catch {
    return undefined
  }
}
