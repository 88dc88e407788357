import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { makeKept } from './kept.ts'
import { oneAtATime } from './remaking.ts'

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }
/** An answer ready to send, as it is and compressed. */
export type Packed = { status: number; ready: Map<Coding, Ready> }
/** Headers by name and value, one after the other, as Node writes them fastest; `unchanged` are those of a 304. */
type Ready = { tag: string; headers: string[]; unchanged: string[]; body: Buffer }
type Coding = 'br' | 'gzip' | 'identity'
type Options = {
  maxBytes?: number
  queryKeys: ReadonlySet<string>
  /** Headers of every answer of the site, where the answer has none of that name itself. */
  always?: readonly (readonly [string, string])[]
}

export type PageCache = ReturnType<typeof makePageCache>

/** In ms: a listener that does not answer keeps nobody waiting. */
const LONGEST_WAIT = 1_000

/**
 * Answers that are the same for every visitor, kept ready to send, and sent before any router sees the request. A change
 * of content drops those that were made from what has changed; what many had asked for is made again at once.
 */
export function makePageCache({ maxBytes = 64 << 20, queryKeys, always = [] }: Options) {
  const kept = makeKept<Packed>({ maxBytes, sizeOf, mayKeep: ({ status }) => status === 200 })
  let caughtUp = async () => {}
  let again: (url: string) => Promise<unknown> = async () => {}
  const remake = oneAtATime(url => again(url))
  const done = { hits: 0, misses: 0, sentBytes: 0 }

  /** Only addresses with known parameters are kept, so that nobody fills the memory with invented ones. */
  const mayKeep = (url: string) => {
    const query = url.indexOf('?')
    if (query < 0) return url.length < 200
    return url.length < 400 && [...new URLSearchParams(url.slice(query)).keys()].every(key => queryKeys.has(key))
  }

  return {
    /** Sends the kept answer, with `more` headers; false when there is none. */
    serve(request: IncomingMessage, response: ServerResponse, more: readonly string[] = []): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const found = kept.get(request.url!)
      if (!found) return false
      const { status, headers, body } = choose(found.value, request)
      response.writeHead(status, [...more, ...headers]).end(body)
      done.hits++
      if (body) done.sentBytes += body.length
      return true
    },

    /** Makes the answer, once for all who wait for the same address; keeps it unless what it shows changed meanwhile. */
    async answer({ url = '', headers }: IncomingMessage, make: () => Promise<Answer>): Promise<Packed> {
      const found = kept.get(url)
      if (found) return found.value
      done.misses++
      if (!mayKeep(url)) return pack(await make(), [codingFor(headers['accept-encoding'])])
      const { value } = await kept.make(url, async () => complete(await pack(await make()), always))
      return value
    },

    /** `what` has changed: a table, a part of one, or anything (`''`). */
    changed(what: string) {
      remake(mostAsked(kept.changed(what)))
    },

    /** By what it hears that content has changed: resolves once all is heard that was committed before. */
    hearBy(listener: () => Promise<void>) {
      caughtUp = listener
    },

    /** How an address is asked for again after a change. */
    remakeBy(ask: (url: string) => Promise<unknown>) {
      again = ask
    },

    /** Until what was written just now is no longer answered as it was: whoever wrote it looks at it next. */
    async catchUp(): Promise<void> {
      if (kept.isListening()) await Promise.race([caughtUp(), wait(LONGEST_WAIT, undefined, { ref: false })])
    },

    /** Changes can no longer be heard: what is kept lives out its minute, nothing is added until the next change. */
    deafen: kept.deafen,

    /** What it has done since the program began, and what it holds. */
    tally: () => ({ ...done, ...kept.tally() }),
  }
}

/** As many as are made again after a change; of those that were asked for more than once. */
const MOST = 20

const mostAsked = (dropped: Map<string, number>): string[] =>
  [...dropped]
    .filter(([, asked]) => asked > 1)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .map(([url]) => url)

const sizeOf = ({ ready }: Packed) => [...ready.values()].reduce((sum, { body }) => sum + 500 + body.length, 0)

const compress: Record<Coding, (body: Buffer) => Buffer | Promise<Buffer>> = {
  br: body => toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: body => toGzip(body),
  identity: body => body,
}
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const ALL: Coding[] = ['br', 'gzip', 'identity']

export async function pack({ status, headers, body }: Answer, codings = ALL): Promise<Packed> {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const ready = codings.map(async (coding): Promise<[Coding, Ready]> => {
    const packed = await compress[coding](body)
    const tag = `"${digest}-${coding}"`
    const unchanged = [
      ...Object.entries(headers).flat(),
      'vary',
      'accept-encoding',
      'cache-control',
      status === 200 ? 'no-cache' : 'no-store',
      ...(status === 200 ? ['etag', tag] : []),
    ]
    const coded = coding === 'identity' ? [] : ['content-encoding', coding]
    return [
      coding,
      { tag, unchanged, body: packed, headers: [...unchanged, ...coded, 'content-length', String(packed.length)] },
    ]
  })
  return { status, ready: new Map(await Promise.all(ready)) }
}

/** With the headers of every answer in front of its own: sent in one piece, nothing is left to set. */
function complete({ status, ready }: Packed, always: NonNullable<Options['always']>): Packed {
  const completed = (own: string[]) => [...always.filter(([name]) => !own.includes(name)).flat(), ...own]
  const whole = [...ready].map(([coding, { headers, unchanged, ...of }]): [Coding, Ready] => [
    coding,
    { ...of, headers: completed(headers), unchanged: completed(unchanged) },
  ])
  return { status, ready: new Map(whole) }
}

/** What the visitor's browser understands best, or 304 when it has it already. */
function choose({ status, ready }: Packed, { method, headers: asked }: IncomingMessage) {
  const { tag, headers, unchanged, body } = ready.get(codingFor(asked['accept-encoding']))!
  if (status === 200 && asked['if-none-match'] === tag) return { status: 304, headers: unchanged, body: undefined }
  return { status, headers, body: method === 'HEAD' ? undefined : body }
}

/** Sends it where headers have been set already. */
export function send(packed: Packed, request: IncomingMessage, response: ServerResponse) {
  const { status, headers, body } = choose(packed, request)
  response.statusCode = status
  for (let i = 0; i < headers.length; i += 2) response.setHeader(headers[i]!, headers[i + 1]!)
  response.end(body)
}

/** What browsers send is the same few words: read once. Whatever else is sent is read each time. */
const codings = new Map<string, Coding>()
const MOST_CODINGS = 100

export function codingFor(accepted: string | string[] = ''): Coding {
  const words = String(accepted)
  const known = codings.get(words)
  if (known) return known
  const coding = bestOf(words)
  if (codings.size < MOST_CODINGS && words.length < 100) codings.set(words, coding)
  return coding
}

/** By RFC 9110, 12.5.3: what is given the weight 0 is not wanted, `*` is all that is not named. */
function bestOf(words: string): Coding {
  const weights = new Map(
    words.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
      const weight = parameters.find(word => word.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
  const isWanted = (coding: Coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0
  // Where nothing at all is wanted the answer comes as it is: better than none.
  return ALL.find(isWanted) ?? 'identity'
}
