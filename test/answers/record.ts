import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, pipeline, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '../../src/api/contract.ts'
import type { Endpoint, Key } from '../../src/lib/contract.ts'
import type { calls } from '../../src/lib/server/api/apiCalls.ts'
import { Fields, Schema } from './shape.ts'

/** Facts that the tests have shown about calls, one per line, as `check.ts` reads them. */
export type Fact =
  /** The field of an answer had a value. */
  | `filled ${string}`
  /** The parameter was given to a successful call. */
  | `given ${string}`
  /** Two requests that differed only in this parameter got different answers. */
  | `mattered ${string}`

const endpoints = Object.entries(contract) as [Key, Endpoint][]
const keys = new Map<string, Key>(
  endpoints.flatMap(([key, { also = [] }]) => [[key, key], ...also.map(path => [`GET ${path}`, key] as [string, Key])]),
)

let known: { fields: Fields; parameters: Map<Key, string[]> } | undefined
const read = () => {
  known ??= {
    fields: new Fields(
      new Map(endpoints.flatMap(([key, { output }]) => (output === 'file' ? [] : [[key, output] as const]))),
    ),
    parameters: new Map(
      endpoints.map(([key, { input }]) => [key, [...new Schema(input, 'input').parameters().keys()]]),
    ),
  }
  return known
}

const facts = new Set<Fact>()
/** Number of facts already in the file. */
let written = 0

/**
 * Notes what the answers of this app show, for the whole run's check; without `ANSWERS_DIR` nothing. `amongOthers`: several
 * ask and write at once, so that two answers that differ say nothing of what was asked.
 */
export function recordAnswers(app: FastifyInstance, { amongOthers = false } = {}): void {
  const dir = process.env.ANSWERS_DIR
  if (!dir) return
  const asked = amongOthers ? undefined : new RecentAnswers()
  app.addHook('onSend', async (request, reply, payload) => {
    const key = keyOf(request)
    if (!key) return payload
    // A download may be JSON, too.
    if (!isJson(reply) || typeof payload !== 'string')
      return recordDocument(payload, said => note(key, request, { code: reply.statusCode, said }, asked))
    const { code, data } = JSON.parse(payload)
    note(
      key,
      request,
      { code, data, said: code === 200 ? digestOf(payload.replace(MOMENT, '')) : `refused ${code}` },
      asked,
    )
    return payload
  })
  app.addHook('onClose', async () => {
    const fresh = [...facts].slice(written)
    written = facts.size
    if (fresh.length) appendFileSync(join(dir, `${process.pid}.facts`), `${fresh.join('\n')}\n`)
  })
}

/**
 * Notes what is accepted and answered where one call makes another: what a second person agrees to, and what a link to a
 * case decides, come by no request of their own. Calls that are made only to find out whom they reach do not count.
 */
export function recordCallsWithin(within: ReturnType<typeof calls>): void {
  if (!process.env.ANSWERS_DIR) return
  const { call } = within
  within.call = async (ctx, key, input) => {
    const data = await call(ctx, key, input)
    if (!ctx.isDryRun) noteAccepted(key, input, data)
    return data
  }
}

/** Key of the endpoint in the contract. */
function keyOf({ method, routeOptions: { url = '' } }: FastifyRequest): Key | undefined {
  const path = url.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}')
  return keys.get(`${method} ${path}`)
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

/** A document on its way: told what it says once it is through. */
function recordDocument(payload: unknown, tell: (said: string | number) => void): unknown {
  if (!(payload instanceof Readable)) {
    tell(Buffer.isBuffer(payload) ? documentSummary(payload) : 0)
    return payload
  }
  const chunks: Buffer[] = []
  const through = new PassThrough()
  payload.on('data', chunk => chunks.push(Buffer.from(chunk)))
  // Runs before the client has read the end, so that a test that ends with this answer is recorded too.
  payload.on('end', () => tell(documentSummary(Buffer.concat(chunks))))
  pipeline(payload, through, () => {})
  return through
}

/**
 * Summary of a document: a digest of the sheets of a workbook, otherwise the size, because a file may contain its
 * creation time.
 */
export function documentSummary(bytes: Buffer): string | number {
  const sheets = checksumsIn(bytes).filter(([name]) => name.startsWith('xl/'))
  return sheets.length > 0 ? digestOf(JSON.stringify(sheets)) : bytes.length
}

/** CRC-32 of each file in a ZIP, from its directory; empty if it is no ZIP. */
function checksumsIn(bytes: Buffer): [name: string, crc32: number][] {
  const found: [string, number][] = []
  const end = bytes.lastIndexOf('PK\x05\x06')
  if (end < 0) return found
  for (let at = bytes.readUInt32LE(end + 16); bytes.readUInt32LE(at) === DIRECTORY_ENTRY; ) {
    const [name, extra, comment] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    found.push([bytes.toString('utf8', at + 46, at + 46 + name), bytes.readUInt32LE(at + 16)])
    at += 46 + name + extra + comment
  }
  return found
}
const DIRECTORY_ENTRY = 0x02014b50

/** `said`: a digest, how large a document is that is no workbook, or what was refused. */
type Answer = { code: number; data?: unknown; said: string | number }

function note(key: Key, request: FastifyRequest, { code, data, said }: Answer, asked: RecentAnswers | undefined) {
  const { parameters } = read()
  const given = inputOf(request)
  if (code === 200) noteAccepted(key, given, data)
  if (!asked) return
  if (request.method === 'POST') return asked.forget()
  // Malformed requests say nothing about the effect of a parameter.
  if (code !== 200 && code !== 403 && code !== 404) return
  const who = `${request.headers.token} ${request.headers.cookie}`
  for (const name of parameters.get(key)!) {
    const { [name]: value, ...rest } = given
    if (asked.differs(`${key} ${name} ${who} ${JSON.stringify(rest)}`, String(value), said))
      facts.add(`mattered ${key} ${name}`)
  }
}

function noteAccepted(key: Key, given: Record<string, unknown>, data: unknown) {
  const { fields, parameters } = read()
  const filled = new Set<string>()
  fields.filledIn(key, data, filled)
  for (const field of filled) facts.add(`filled ${field}`)
  for (const name of parameters.get(key)!) if (isGiven(given[name])) facts.add(`given ${key} ${name}`)
}

const digestOf = (text: string) => createHash('sha1').update(text).digest('base64')
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+(Z|\+08:00)/g
const isGiven = (value: unknown) => value !== undefined && value !== ''

function inputOf({ query, params, body, raw }: FastifyRequest): Record<string, unknown> {
  const parts = [query, params, Buffer.isBuffer(body) ? {} : body, besideFile(raw)]
  return Object.assign({}, ...parts.filter(part => typeof part === 'object'))
}

/** The fields of a form beside its file, which the server reads as they come. */
function besideFile(raw: object): Record<string, string> {
  const { payload } = ('_lightMyRequest' in raw ? raw._lightMyRequest : {}) as { payload?: unknown }
  if (!Buffer.isBuffer(payload) || !payload.includes('form-data; name=')) return {}
  const fields = payload.toString('latin1').matchAll(/form-data; name="(\w+)"\r\n(?:[\w-]+:.*\r\n)*\r\n(.*)\r\n/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]))
}

/** The same document made twice differs by when it was made: in some bytes. */
const MAX_REPEAT_DIFFERENCE_BYTES = 64

/** Questions about one parameter, the rest being equal, since something was written last. */
class RecentAnswers {
  readonly #answers = new Map<string, { value: string; said: string | number }>()

  differs(question: string, value: string, said: string | number): boolean {
    const before = this.#answers.get(question)
    if (!before) this.#answers.set(question, { value, said })
    if (!before || before.value === value) return false
    const isDocument = typeof before.said === 'number' && typeof said === 'number' && said > MAX_REPEAT_DIFFERENCE_BYTES
    return isDocument ? Math.abs(Number(before.said) - said) > MAX_REPEAT_DIFFERENCE_BYTES : before.said !== said
  }

  forget() {
    this.#answers.clear()
  }
}
