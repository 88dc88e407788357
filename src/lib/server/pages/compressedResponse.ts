import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
} from 'node:zlib'

type Coding = 'zstd' | 'br' | 'gzip' | 'identity'
/** Available encodings, the best first. */
type Choice = ReadonlyMap<Coding, unknown>

/**
 * Parsed Accept-Encoding headers: browsers send the same few values. Only `MOST` are cached, others are parsed each
 * time.
 */
const known = new Map<Choice, Map<string, Coding>>()
const MAX_KNOWN_HEADERS = 100

function codingFor(accepted: string | string[] = '', choice: Choice): Coding {
  const words = String(accepted)
  const codings = known.get(choice) ?? new Map<string, Coding>()
  const found = codings.get(words)
  if (found) return found
  const coding = bestOf(words, choice)
  if (codings.size < MAX_KNOWN_HEADERS && words.length < 100) known.set(choice, codings.set(words, coding))
  return coding
}

/** Negotiates by RFC 9110, 12.5.3: a weight of 0 excludes an encoding, `*` stands for all that are not named. */
function bestOf(words: string, choice: Choice): Coding {
  const weights = new Map(
    words.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
      const weight = parameters.find(word => word.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
  const isWanted = (coding: Coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0
  // Sends the answer uncompressed, rather than nothing, if every encoding is excluded.
  return [...choice.keys()].find(isWanted) ?? 'identity'
}

/** `inside`: what headers say in WeChat's own browser instead. */
export type Answer = { status: number; headers: Record<string, string>; inside?: Record<string, string>; body: Buffer }
type Compress = (body: Buffer) => Buffer | Promise<Buffer>
/** Available compressions, the best first. */
type Compressions = ReadonlyMap<Coding, Compress>
/** An answer as it is until it is compressed for somebody, and then only in `ready`, as it was compressed for those who asked. */
export type CompressedResponse = Omit<Answer, 'body'> & {
  body: Buffer | undefined
  digest: string
  /** Headers of the full answer and of a 304, as alternating names and values, which Node writes fastest. */
  shared: string[]
  ways: Compressions
  ready: Map<Coding, Ready>
  underWay: Map<Coding, Promise<Ready>>
}
type Ready = { tag: string; headers: string[]; unchanged: string[]; body: Buffer }

const [toBrotli, toGzip, toZstd] = [promisify(brotliCompress), promisify(gzip), promisify(zstdCompress)]
const brotli = (quality: number) => (body: Buffer) =>
  toBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: windowOf(body),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
/** Window no larger than the content: the default of 4 MB per page makes V8 collect garbage all the time. */
const windowOf = ({ length }: Buffer) =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length + 1))),
  )
/** Bytes up to which compressing takes less time than handing over to another thread and back. */
const MAX_SYNC_BYTES = 256 << 10
/**
 * Output buffer in bytes, nearly always enough: the default buffer of a short answer takes longer to allocate than to
 * fill.
 */
const bufferSizeFor = ({ length }: Buffer) => Math.max(1024, length >> 1)
function zstd(body: Buffer): Buffer | Promise<Buffer> {
  const options = { pledgedSrcSize: body.length, params: { [constants.ZSTD_c_windowLog]: windowOf(body) } }
  return body.length > MAX_SYNC_BYTES
    ? toZstd(body, options)
    : zstdCompressSync(body, { ...options, chunkSize: bufferSizeFor(body) })
}
const uncompressed: [Coding, Compress] = ['identity', body => body]

/** Compressions for answers sent many times: smallest first. */
export const smallestCompressions: Compressions = new Map([
  ['br', brotli(5)],
  ['gzip', body => toGzip(body)],
  uncompressed,
])
/**
 * Compressions for answers sent once: fastest first. zstd takes a fifth of the time of br, and br at 4 two thirds of
 * that at 5.
 */
export const fastestCompressions: Compressions = new Map([
  ['zstd', zstd],
  ['br', brotli(4)],
  ['gzip', body => toGzip(body, { level: 5 })],
  uncompressed,
])

/** `always`: headers of every answer of the site, where the answer has none of that name itself. */
export function compressedResponse(
  answer: Answer,
  ways = smallestCompressions,
  always: readonly (readonly [string, string])[] = [],
): CompressedResponse {
  const { status, headers, body } = answer
  const own = {
    ...headers,
    vary: 'accept-encoding',
    'cache-control': status === 200 ? 'no-cache' : 'no-store',
  }
  return {
    ...answer,
    digest: hash('sha256', body, 'base64url').slice(0, 22),
    shared: [...always.filter(([name]) => !(name in own)), ...Object.entries(own)].flat(),
    ways,
    ready: new Map(),
    underWay: new Map(),
  }
}

/** Compressed once for all who understand the same. */
export async function compressWith(packed: CompressedResponse, coding: Coding): Promise<Ready> {
  const { ready, underWay } = packed
  const made = ready.get(coding) ?? underWay.get(coding)
  if (made) return made
  const making = makeReady(packed, coding)
  underWay.set(coding, making)
  try {
    keep(packed, coding, await making)
  } finally {
    underWay.delete(coding)
  }
  return making
}

/** Drops the uncompressed body once a compressed one exists: it takes five times as much memory. */
function keep(packed: CompressedResponse, coding: Coding, made: Ready) {
  if (coding === 'identity' && !packed.body) return
  packed.ready.set(coding, made)
  if (coding === 'identity') return
  packed.body = undefined
  packed.ready.delete('identity')
}

const unpack: Record<Coding, (body: Buffer) => Buffer | Promise<Buffer>> = {
  zstd: promisify(zstdDecompress),
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
  identity: body => body,
}

async function uncompressedBody({ body, ready }: CompressedResponse): Promise<Buffer> {
  if (body) return body
  const [[coding, { body: compressed }]] = [...ready] as [[Coding, Ready]]
  return unpack[coding](compressed)
}

async function makeReady(packed: CompressedResponse, coding: Coding): Promise<Ready> {
  const { status, shared, digest, ways } = packed
  const compressed = await ways.get(coding)!(await uncompressedBody(packed))
  const tag = `"${digest}-${coding}"`
  const unchanged = status === 200 ? [...shared, 'etag', tag] : shared
  const coded = coding === 'identity' ? [] : ['content-encoding', coding]
  return {
    tag,
    unchanged,
    body: compressed,
    headers: [...unchanged, ...coded, 'content-length', String(compressed.length)],
  }
}

/**
 * Returns the best encoding that the browser accepts, or 304 if it has it already; undefined where this encoding has
 * not been made yet.
 */
export function compressedFor(packed: CompressedResponse, request: IncomingMessage) {
  const found = packed.ready.get(codingFor(request.headers['accept-encoding'], packed.ways))
  return found && responseFor(packed, found, request)
}

function responseFor(
  { status, inside }: CompressedResponse,
  { tag, unchanged, headers, body }: Ready,
  { method, headers: asked }: IncomingMessage,
) {
  const all = (headers: string[]) =>
    inside && isWechat(asked['user-agent']) ? replaceHeaders(headers, inside) : headers
  if (status === 200 && asked['if-none-match'] === tag) return { status: 304, headers: all(unchanged), body: undefined }
  return { status, headers: all(headers), body: method === 'HEAD' ? undefined : body }
}

const isWechat = (userAgent = '') => /MicroMessenger/i.test(userAgent)

/** A cache in front goes by the address alone: it keeps what everybody else is sent. */
const NOT_IN_CDN = { 'cdn-cache-control': 'no-store' }

function replaceHeaders(headers: string[], inside: Record<string, string>): string[] {
  const instead: Record<string, string> = { ...inside, ...NOT_IN_CDN }
  return headers.map((value, i) => (i % 2 === 1 ? (instead[headers[i - 1]!] ?? value) : value))
}

/** Sends it where headers have been set already. */
export async function send(
  packed: CompressedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ready = await compressWith(packed, codingFor(request.headers['accept-encoding'], packed.ways))
  const { status, headers, body } = responseFor(packed, ready, request)
  response.statusCode = status
  for (let i = 0; i < headers.length; i += 2) response.setHeader(headers[i]!, headers[i + 1]!)
  response.end(body)
}
