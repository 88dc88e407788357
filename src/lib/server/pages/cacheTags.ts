import type { Reads } from '../database/reads.ts'

/**
 * Maximum characters of the tag header: far enough below the 8 KB of most proxies to leave room for the other headers.
 */
const MAX_HEADER_CHARACTERS = 3_000

/** A table, one part of it, and whatever is made from any part: by which a cache elsewhere knows what a page was made from. */
const whole = (table: string) => table
const part = (table: string, of: string) => `${table}-${of}`
const anyPart = (table: string) => `${table}-any`

/** The tags of a page that was made from these. Where they are too many, whole tables stand for their parts. */
export function tagsOf(reads: Reads): string {
  const exact = [...reads].flatMap(tagsOfRead).filter(isFirst).join(',')
  if (exact.length <= MAX_HEADER_CHARACTERS) return exact
  return [...reads]
    .map(read => whole(tableOf(read)))
    .filter(isFirst)
    .join(',')
}

/** The tags of all pages that a change of `what` may show in, as `isTouched` has it; undefined where that may be any. */
export function tagsTouched(what: string): string[] | undefined {
  if (what === '') return undefined
  const table = tableOf(what)
  return table === what ? [whole(table), anyPart(table)] : [whole(table), tagOfPart(what)]
}

const tagsOfRead = (read: string): string[] => {
  const table = tableOf(read)
  return table === read ? [whole(table)] : [tagOfPart(read), anyPart(table)]
}
const tableOf = (what: string) => what.split(' ', 1)[0]!
const tagOfPart = (what: string) => part(tableOf(what), encodeURIComponent(what.slice(tableOf(what).length + 1)))
const isFirst = (tag: string, place: number, all: string[]) => all.indexOf(tag) === place
