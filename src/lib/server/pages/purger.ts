import { setTimeout as wait } from 'node:timers/promises'
import { tagsTouched } from './cacheTags.ts'

type Log = { warn: (message: string) => void }
export type Purging = { url: string; token: string }

const COLLECT_MS = 100
const REQUEST_TIMEOUT_MS = 5_000
const RETRY_DELAY_MS = 2_000
/** Time in ms after which a page on its way to the cache at the moment of the change has arrived. */
const SECOND_PURGE_MS = 5_000
/** Tags in one order, and as many as may wait before all is dropped instead. */
const MAX_TAGS_IN_ORDER = 30
const MAX_WAITING_TAGS = 300
/** Stands for all pages, in place of a tag. */
const ALL_PAGES = '*'

export type Purger = ReturnType<typeof makePurger>

/**
 * Tells a cache in front of the site, by the tags of its pages, what to let go of: at once, and once more for what was on
 * its way at that moment. What is not taken is told again until it is.
 */
export function makePurger({ url, token }: Purging, log: Log) {
  const due = new Set<string>()
  /** Told once, to be told once more; and those of `due` that are told for the second time. */
  const late = new Set<string>()
  const second = new Set<string>()
  let isWorking = false
  let isSilent = false
  const end = new AbortController()
  const rest = (time: number) => wait(time, undefined, { ref: false, signal: end.signal }).catch(() => {})

  function add(tags: Iterable<string>): void {
    for (const tag of tags) due.add(tag)
    if (due.size > MAX_WAITING_TAGS) due.add(ALL_PAGES)
    if (!isWorking) void work()
  }

  async function work(): Promise<void> {
    isWorking = true
    while (due.size > 0 && !end.signal.aborted) {
      await rest(COLLECT_MS)
      const order = due.has(ALL_PAGES) ? [ALL_PAGES] : [...due].slice(0, MAX_TAGS_IN_ORDER)
      const covered = due.has(ALL_PAGES) ? [...due] : order
      for (const tag of covered) due.delete(tag)
      if (await isTaken(order)) tellAgain(order)
      else {
        for (const tag of order) due.add(tag)
        await rest(RETRY_DELAY_MS)
      }
    }
    isWorking = false
  }

  async function isTaken(tags: readonly string[]): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(tags[0] === ALL_PAGES ? { purge_everything: true } : { tags }),
        redirect: 'error',
        signal: AbortSignal.any([end.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      if (isSilent) log.warn('the cache in front is told again what to drop')
      isSilent = false
      return true
    } catch (error) {
      if (!isSilent && !end.signal.aborted) log.warn(`the cache in front cannot be told what to drop: ${error}`)
      isSilent = true
      return false
    }
  }

  function tellAgain(tags: readonly string[]): void {
    const isWaiting = late.size > 0
    for (const tag of tags) if (!second.delete(tag)) late.add(tag)
    if (!isWaiting && late.size > 0) void tellLate()
  }

  async function tellLate(): Promise<void> {
    await rest(SECOND_PURGE_MS)
    const tags = [...late]
    late.clear()
    for (const tag of tags) second.add(tag)
    add(tags)
  }

  return {
    changed: (what: string): void => add(tagsTouched(what) ?? [ALL_PAGES]),
    stop: async (): Promise<void> => end.abort(),
  }
}
