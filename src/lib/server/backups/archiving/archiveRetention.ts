import type { Place } from '../place.ts'
import type { Base } from './base.ts'
import { archiveOf, segmentIn } from './names.ts'

const DAY = 86_400_000
/** Recovery window, and maximum age of the newest base, in days. */
export const RECOVERY_WINDOW_DAYS = 14
export const BASE_INTERVAL_DAYS = 7

type Found = { name: string; note: Base }

/** The bases that are needed to come back to any moment of the window: those within it, and the one before. Oldest first. */
export function neededBases<One extends Found>(bases: readonly One[], now: Date): One[] {
  const since = now.getTime() - RECOVERY_WINDOW_DAYS * DAY
  const before = bases.findLastIndex(({ note }) => Date.parse(note.at) <= since)
  return bases.slice(Math.max(0, before))
}

/** `isFull`: the archive is larger than it may be, and a newer base lets the log before it go. */
export const isBaseDue = (bases: readonly Found[], now: Date, isFull = false) => {
  const newest = bases.at(-1)
  return !newest || now.getTime() - Date.parse(newest.note.at) > (isFull ? 1 : BASE_INTERVAL_DAYS) * DAY
}

type Archived = { name: string; bytes: number; at: Date }

/**
 * Removes what no base that is kept needs: older bases, the log before the oldest, files that no row named since. While more
 * than `maxBytes` is left, older bases go before their time; the newest stays.
 */
export async function pruneArchive(
  place: Pick<Place, 'list' | 'remove'>,
  system: string,
  { bases, now, maxBytes }: { bases: readonly Found[]; now: Date; maxBytes: number },
): Promise<string[]> {
  const archived = await place.list(archiveOf(system))
  let needed = neededBases(bases, now)
  if (needed.length === 0) return []
  let gone = findUnneeded(archived, bases, needed)
  while (needed.length > 1 && sizeOf(archived) - sizeOf(gone) > maxBytes) {
    needed = needed.slice(1)
    gone = findUnneeded(archived, bases, needed)
  }
  for (const { name } of gone) await place.remove(name)
  return gone.map(({ name }) => name)
}

export const sizeOf = (archived: readonly Pick<Archived, 'bytes'>[]) =>
  archived.reduce((sum, { bytes }) => sum + bytes, 0)

function findUnneeded(archived: readonly Archived[], bases: readonly Found[], needed: readonly Found[]): Archived[] {
  const [oldest] = needed
  const named = new Set(needed.flatMap(({ note }) => note.files))
  const lapsed = new Set(
    bases.filter(base => !needed.includes(base)).flatMap(({ name }) => [`${name}.json`, `${name}.tar.zst.enc`]),
  )
  return archived.filter(({ name, at }) => {
    const segment = segmentIn(name)
    // The line of time, the first eight digits, says nothing of before and after.
    if (segment) return segment.slice(8) < oldest!.note.from.slice(8)
    const [, key] = name.match(/\/files\/(.+)\.enc$/) ?? []
    if (key) return !named.has(key) && at.getTime() < Date.parse(oldest!.note.at)
    return lapsed.has(name)
  })
}
