import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'

/**
 * Sources of an answer: tables (`banner`), or parts of one (`article 41`). Triggers on the public tables notify changes
 * by the same names (see docs/decisions/page-cache.md).
 */
export type Reads = ReadonlySet<string>

const collecting = new AsyncLocalStorage<Set<string>>()

/** Does the work and tells which tables its statements have read, whoever asked them. */
export async function collectReads<T>(work: () => Promise<T>): Promise<{ result: T; reads: Reads }> {
  const reads = new Set<string>()
  const result = await collecting.run(reads, work)
  return { result, reads }
}

/** Adds what an answer that was kept was made from to the one that is made now. */
export function noteReads(reads: Reads): void {
  const all = collecting.getStore()
  if (all) for (const read of reads) all.add(read)
}

/** Adds the tables of a statement, as `pg` takes them, to the answer that is made now. */
export function noteStatement(statement: unknown): void {
  const all = collecting.getStore()
  if (all) for (const table of tablesIn(textOf(statement))) all.add(table)
}

/** Does the work, for whose result only these parts of the tables matter, though its statements name the whole tables. */
export async function readingParts<T>(
  tables: readonly string[],
  work: () => Promise<T>,
  partsOf: (result: T) => readonly string[],
): Promise<T> {
  if (!collecting.getStore()) return work()
  const { result, reads } = await collectReads(work)
  const others = [...reads].filter(table => !tables.includes(table))
  noteReads(new Set([...others, ...partsOf(result)]))
  return result
}

/** Whether a change of `what` (a table, a part of one, or `''` for anything) may affect an answer made from `reads`. */
export function isTouched(reads: Reads, what: string): boolean {
  if (what === '' || reads.has(what)) return true
  const [table = ''] = what.split(' ', 1)
  if (table !== what) return reads.has(table)
  return [...reads].some(read => read.startsWith(`${table} `))
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '')

/** Lists of values make some statements long and many: the last are enough. */
const known = new LRUCache<string, readonly string[]>({ max: 2_000 })
const TABLE = /\b(?:from|join)\s+(?:lateral\s+)?"?(\w+)"?/gi

function tablesIn(text: string): readonly string[] {
  const found = known.get(text) ?? [...new Set([...text.matchAll(TABLE)].map(([, table]) => table!.toLowerCase()))]
  known.set(text, found)
  return found
}
