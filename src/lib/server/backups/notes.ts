import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { momentIn } from '../archive/folder.ts'
import { sha256Of } from './hashing.ts'
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
  /** Identity of the database; absent: made by an earlier version. */
  database: z.string().optional(),
  /** Made because somebody wanted it, with their words. */
  isManual: z.boolean().default(false),
  words: z.string().default(''),
  /** When the copy was found to be no longer what it was. */
  damagedAt: z.iso.datetime().optional(),
})
export type Note = z.output<typeof noteShape>
/** A backup at a place; without a note it was made by `hangxie backup`. `isDamaged`: it is not what it was. */
export type Found = { name: string; bytes: number; at: Date; isDamaged: boolean; note?: Note }

export const putNote = (place: Place, name: string, note: Note) =>
  place.putBytes(name + NOTE, Buffer.from(JSON.stringify(note, null, 1)))

export async function removeBackup(place: Place, name: string): Promise<void> {
  // The order matters: a backup without a note counts as made by hand and is never deleted.
  await place.remove(name)
  await place.remove(name + NOTE)
}

/** Whether the rule on retention may remove a backup: it has a note, and is not of another database. */
export const isOurs = (note: Note | undefined, database: string | undefined): note is Note =>
  note !== undefined && (!note.database || !database || note.database === database)

/** What the rule on retention asks of a backup. */
export const datedOf = ({ at, isDamaged, note }: Found) => ({
  at,
  isGood: !isDamaged && note?.missing === 0,
  isManual: note?.isManual === true,
})

/** Reads a copy once more, and notes at its place whether it is what it was. */
export async function checkCopy(place: Place, name: string, note: Note, signal?: AbortSignal): Promise<boolean> {
  const { damagedAt, ...rest } = note
  const isSame = (await sha256Of(await place.open(name), signal)) === note.sha256
  if (isSame === (damagedAt !== undefined))
    await putNote(place, name, isSame ? rest : { ...rest, damagedAt: new Date().toISOString() })
  return isSame
}

/** Newest first. One of another length than its note says is damaged, and is left to people. */
export async function listBackups(place: Place): Promise<Found[]> {
  const all = await place.list('hangxie-')
  const noted = new Set(all.map(({ name }) => name))
  const found: Found[] = []
  for (const { name, bytes } of all) {
    if (!NAME.test(name)) continue
    const note = noted.has(name + NOTE) ? await readNote(place, name) : undefined
    const isWhole = note?.bytes === bytes
    const isDamaged = note !== undefined && (!isWhole || note.damagedAt !== undefined)
    found.push({ name, bytes, at: note ? new Date(note.at) : momentIn(name), isDamaged, ...(isWhole && { note }) })
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
