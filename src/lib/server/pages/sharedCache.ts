import { LRUCache } from 'lru-cache'
import { collectReads, isTouched, type Reads } from '../database/reads.ts'

const MINUTE = 60_000
/** Maximum age in ms, for changes that nobody has notified. */
export const MAX_AGE_MS = 10 * MINUTE

export type CachedValue<Value> = { value: Value; reads: Reads }
type Entry<Value> = CachedValue<Value> & { asked: number }
/** A value being made, and the changes since it was begun. */
type Making<Value> = { made: Promise<CachedValue<Value>>; changed: Set<string> }
type Options<Value> = { maxBytes: number; sizeOf: (value: Value) => number; mayKeep?: (value: Value) => boolean }

export type SharedCache<Value extends object> = ReturnType<typeof makeSharedCache<Value>>

/**
 * Cache of values that are the same for everybody, dropped when something changes that they were made from. `changed`
 * notifies a change; between `deafen` and the next change notifications cannot be received, and entries are used for
 * one minute more.
 */
export function makeSharedCache<Value extends object>({ maxBytes, sizeOf, mayKeep = () => true }: Options<Value>) {
  const kept = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes,
    ttl: MAX_AGE_MS,
    // The clock is read once a second: a timer for each millisecond is not nothing when thousands ask.
    ttlResolution: 1_000,
    sizeCalculation: ({ value }) => sizeOf(value) + 500,
  })
  const shared = new Map<string, Making<Value>>()
  const underWay = new Set<Making<Value>>()
  let deafSince: number | undefined

  const isTooOld = () => deafSince !== undefined && performance.now() - deafSince > MINUTE

  function begin(key: string, make: () => Promise<Value>): Making<Value> {
    const changed = new Set<string>()
    const work = async (): Promise<CachedValue<Value>> => {
      try {
        const { result: value, reads } = await collectReads(make)
        const isStale = [...changed].some(what => isTouched(reads, what))
        if (deafSince === undefined && !isStale && mayKeep(value)) kept.set(key, { value, reads, asked: 0 })
        return { value, reads }
      } finally {
        underWay.delete(making)
        if (shared.get(key) === making) shared.delete(key)
      }
    }
    const making: Making<Value> = { made: Promise.resolve().then(work), changed }
    underWay.add(making)
    shared.set(key, making)
    return making
  }

  return {
    get(key: string): CachedValue<Value> | undefined {
      if (isTooOld()) return undefined
      const found = kept.get(key)
      if (found) found.asked++
      return found
    },

    /** Makes it, once for all who ask for the same before something changes. */
    make: (key: string, make: () => Promise<Value>): Promise<CachedValue<Value>> =>
      (shared.get(key) ?? begin(key, make)).made,

    /** Lets go of what a change of `what` may show in (see `isTouched`); tells by their keys how often each was asked for. */
    changed(what: string): Map<string, number> {
      deafSince = undefined
      const dropped = new Map<string, number>()
      for (const [key, { reads, asked }] of kept.entries()) if (isTouched(reads, what)) dropped.set(key, asked)
      for (const key of dropped.keys()) kept.delete(key)
      for (const { changed } of underWay) changed.add(what)
      // Later callers do not get a value whose making began before.
      shared.clear()
      return dropped
    },

    deafen() {
      deafSince ??= performance.now()
    },

    isListening: () => deafSince === undefined,
    tally: () => ({ entries: kept.size, bytes: kept.calculatedSize }),
  }
}
