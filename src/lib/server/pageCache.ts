import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }
/** An answer ready to send, as it is and compressed. */
export type Packed = { status: number; headers: [string, string][]; etag: string; bodies: Map<Coding, Buffer> }
type Coding = 'br' | 'gzip' | 'identity'
type Options = { maxBytes?: number; queryKeys: ReadonlySet<string> }

export type PageCache = ReturnType<typeof makePageCache>

const MINUTE = 60_000

/**
 * Answers that are the same for every visitor, kept ready to send, and sent before any router sees the request. A
 * change of content drops them all; so does the clock after a minute, because 报名中 and 即将到期 depend on it.
 */
export function makePageCache({ maxBytes = 64 << 20, queryKeys }: Options) {
  const kept = new LRUCache<string, Packed>({ maxSize: maxBytes, ttl: MINUTE, sizeCalculation: sizeOf })
  const pending = new Map<string, Promise<Packed>>()
  let epoch = 0
  let listening = true

  /** Only addresses with known parameters are kept, so that nobody fills the memory with invented ones. */
  const mayKeep = (url: string) => {
    const query = url.indexOf('?')
    if (query < 0) return url.length < 200
    return url.length < 400 && [...new URLSearchParams(url.slice(query)).keys()].every(key => queryKeys.has(key))
  }

  return {
    /** Sends the kept answer; false when there is none. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const found = kept.get(request.url!)
      if (found) send(found, request, response)
      return found !== undefined
    },

    /** Makes the answer, once for all who wait for the same address; keeps it unless content changed meanwhile. */
    async answer({ url = '', headers }: IncomingMessage, make: () => Promise<Answer>): Promise<Packed> {
      if (!mayKeep(url)) return pack(await make(), [codingFor(headers['accept-encoding'])])
      const waiting = pending.get(url)
      if (waiting) return waiting
      const begun = epoch
      const making = make().then(answer => pack(answer))
      pending.set(url, making)
      try {
        const packed = await making
        if (packed.status === 200 && listening && epoch === begun) kept.set(url, packed)
        return packed
      } finally {
        if (pending.get(url) === making) pending.delete(url)
      }
    },

    /** Content has changed, or may have. */
    drop() {
      listening = true
      epoch++
      kept.clear()
      pending.clear()
    },

    /** Changes can no longer be heard: what is kept lives out its minute, nothing is added until the next `drop`. */
    deafen() {
      listening = false
    },
  }
}

const sizeOf = ({ bodies }: Packed) => 500 + [...bodies.values()].reduce((sum, body) => sum + body.length, 0)

const compress: Record<Coding, (body: Buffer) => Buffer | Promise<Buffer>> = {
  br: body => toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: body => toGzip(body),
  identity: body => body,
}
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const ALL: Coding[] = ['br', 'gzip', 'identity']

export async function pack({ status, headers, body }: Answer, codings = ALL): Promise<Packed> {
  const bodies = await Promise.all(codings.map(async coding => [coding, await compress[coding](body)] as const))
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { status, headers: Object.entries(headers), etag, bodies: new Map(bodies) }
}

/** Sends what the visitor's browser understands best, or 304 when it has it already. */
export function send({ status, headers, etag, bodies }: Packed, request: IncomingMessage, response: ServerResponse) {
  const coding = codingFor(request.headers['accept-encoding'])
  const tag = `"${etag}-${coding}"`
  response.statusCode = status
  for (const [name, value] of headers) response.setHeader(name, value)
  response.setHeader('vary', 'accept-encoding')
  response.setHeader('cache-control', status === 200 ? 'no-cache' : 'no-store')
  if (status === 200) response.setHeader('etag', tag)
  if (status === 200 && request.headers['if-none-match'] === tag) {
    response.statusCode = 304
    response.end()
    return
  }
  if (coding !== 'identity') response.setHeader('content-encoding', coding)
  const body = bodies.get(coding)!
  response.setHeader('content-length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}

const codingFor = (accepted: string | string[] = ''): Coding =>
  accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
