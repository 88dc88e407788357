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

export const isBaseDue = (bases: readonly Found[], now: Date) => {
  const newest = bases.at(-1)
  return !newest || now.getTime() - Date.parse(newest.note.at) > BASE_INTERVAL_DAYS * DAY
}

/** Removes what no base that is kept needs: older bases, the log before the oldest, files that no row named since. */
export async function pruneArchive(place: Place, system: string, all: readonly Found[], now: Date): Promise<string[]> {
  const needed = neededBases(all, now)
  const [oldest] = needed
  if (!oldest) return []
  const gone: string[] = all
    .filter(base => !needed.includes(base))
    .flatMap(({ name }) => [`${name}.json`, `${name}.tar.zst.enc`])
  const named = new Set(needed.flatMap(({ note }) => note.files))
  for (const { name, at } of await place.list(archiveOf(system))) {
    const segment = segmentIn(name)
    // The line of time, the first eight digits, says nothing of before and after.
    if (segment && segment.slice(8) < oldest.note.from.slice(8)) gone.push(name)
    const [, key] = name.match(/\/files\/(.+)\.enc$/) ?? []
    if (key && !named.has(key) && at.getTime() < Date.parse(oldest.note.at)) gone.push(name)
  }
  for (const name of gone) await place.remove(name)
  return gone
}
