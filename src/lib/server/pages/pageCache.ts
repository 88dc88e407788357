import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { collectReads, noteReads } from '../database/reads.ts'
import { tagsOf } from './cacheTags.ts'
import {
  type Answer,
  type CompressedResponse,
  compressedFor,
  compressedResponse,
  fastestCompressions,
  smallestCompressions,
} from './compressedResponse.ts'
import { MAX_AGE_MS, makeSharedCache } from './sharedCache.ts'

type Options = {
  maxBytes?: number
  queryKeys: ReadonlySet<string>
  /** A cache in front of the site keeps pages, too, and is told what to drop. */
  isTagged?: boolean
  /** Headers of every answer of the site, where the answer has none of that name itself. */
  always?: readonly (readonly [string, string])[]
}

export type PageCache = ReturnType<typeof makePageCache>

/** Timeout in ms for the listener to catch up. */
const CATCH_UP_TIMEOUT_MS = 1_000

/**
 * Answers that are the same for every visitor, kept ready to send, and sent before any router sees the request. A change
 * of content drops those that were made from what has changed; what many had asked for is made again at once.
 */
export function makePageCache({ maxBytes = 32 << 20, queryKeys, isTagged = false, always = [] }: Options) {
  const kept = makeSharedCache<CompressedResponse>({ maxBytes, sizeOf, mayKeep: ({ status }) => status === 200 })
  let caughtUp = async () => {}
  let again: (url: string) => Promise<unknown> = async () => {}
  const remake = makeRemakeQueue(url => again(url))
  const done = { hits: 0, misses: 0, sentBytes: 0 }

  /** Caches only addresses with known parameters, so that invented ones cannot fill the memory. */
  const mayKeep = (url: string) => {
    const query = url.indexOf('?')
    if (query < 0) return url.length < 200
    return url.length < 400 && [...new URLSearchParams(url.slice(query)).keys()].every(key => queryKeys.has(key))
  }

  return {
    /** Sends the kept answer, with `more` headers; false when there is none, or none that is compressed as was asked. */
    serve(request: IncomingMessage, response: ServerResponse, more: readonly string[] = []): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const found = kept.get(request.url!)
      if (!found) return false
      const ready = compressedFor(found.value, request)
      if (!ready) return false
      const { status, headers, body } = ready
      response.writeHead(status, more.concat(headers)).end(body)
      done.hits++
      if (body) done.sentBytes += body.length
      return true
    },

    /** Makes the answer, once for all who wait for the same address; keeps it unless what it shows changed meanwhile. */
    async answer({ url = '' }: IncomingMessage, make: () => Promise<Answer>): Promise<CompressedResponse> {
      const found = kept.get(url)
      if (found) return found.value
      done.misses++
      if (!mayKeep(url)) return compressedResponse(await make(), fastestCompressions)
      const made = isTagged ? () => withTags(make) : make
      const { value } = await kept.make(url, async () => compressedResponse(await made(), smallestCompressions, always))
      return value
    },

    /** `what` has changed: a table, a part of one, or anything (`''`). */
    changed(what: string) {
      remake(mostAsked(kept.changed(what)))
    },

    /** Sets the listener for changes; it resolves once all earlier commits have been received. */
    hearBy(listener: () => Promise<void>) {
      caughtUp = listener
    },

    /** Sets the function that renders an address again after a change. */
    remakeBy(ask: (url: string) => Promise<unknown>) {
      again = ask
    },

    /**
     * Waits until the cache has dropped pages affected by the caller's own write, which the caller will look at next.
     */
    async catchUp(): Promise<void> {
      if (kept.isListening()) await Promise.race([caughtUp(), wait(CATCH_UP_TIMEOUT_MS, undefined, { ref: false })])
    },

    /** Changes can no longer be heard: what is kept lives out its minute, nothing is added until the next change. */
    deafen: kept.deafen,

    /** Counters since the start, and the current contents. */
    tally: () => ({ ...done, ...kept.tally() }),
  }
}

/** Adds headers for a cache in front: maximum age unless purged earlier (RFC 9213), and cache tags. */
async function withTags(make: () => Promise<Answer>): Promise<Answer> {
  const { result: answer, reads } = await collectReads(make)
  noteReads(reads)
  if (answer.status !== 200) return answer
  const forCaches = { 'cdn-cache-control': `max-age=${MAX_AGE_MS / 1_000}`, 'cache-tag': tagsOf(reads) }
  return { ...answer, headers: { ...answer.headers, ...forCaches } }
}

/** Maximum pages rendered again after a change, among those requested more than once. */
const MAX_REMADE_PAGES = 20

const mostAsked = (dropped: Map<string, number>): string[] =>
  [...dropped]
    .filter(([, asked]) => asked > 1)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_REMADE_PAGES)
    .map(([url]) => url)

/** Estimated bytes: compressed in two ways, each at most a quarter of the uncompressed size that it has now. */
const sizeOf = ({ body }: CompressedResponse) => 2_000 + Math.ceil((body?.length ?? 0) / 2)

/**
 * Makes one page after the other, those first that were named last, and rests after each for as long as it took: whoever
 * asks meanwhile has at least half of the time. What fails is made when somebody asks for it.
 */
function makeRemakeQueue(make: (url: string) => Promise<unknown>): (urls: readonly string[]) => void {
  let left: string[] = []
  let isWorking = false

  async function work() {
    isWorking = true
    for (let url = left.shift(); url !== undefined; url = left.shift()) {
      const begun = performance.now()
      await make(url).catch(() => {})
      await wait(performance.now() - begun, undefined, { ref: false })
    }
    isWorking = false
  }

  return urls => {
    left = [...new Set([...urls, ...left])].slice(0, MAX_QUEUED_PAGES)
    if (left.length > 0 && !isWorking) void work()
  }
}

const MAX_QUEUED_PAGES = 40
