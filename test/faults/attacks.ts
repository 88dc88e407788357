import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { derOf, endlessIdentifier, inHex, signedPdf, slowPdf } from '../support/hostileFiles.ts'

/** Port of the site, and what attackers with member accounts have: their tokens, and a certificate of the first one. */
export type Target = { port: number; tokens: string[]; certId: number }
/** Number of times the attacker got each answer. */
export type Counts = Record<string, number>
/** `run` ends by itself when everything is sent, and at the latest when `over` says so. */
export type Attack = {
  name: string
  seconds: number
  run: (target: Target, over: AbortSignal) => Promise<Counts>
}

/** The names say how many requests or connections each has open at the same time. */
export const attacks: readonly Attack[] = [
  { name: '5,600 half requests from as many addresses, renewed', seconds: 40, run: holdHalfRequests },
  {
    name: 'a megabyte of empty lists, by 16 connections',
    seconds: 20,
    run: (target, over) => sendLists(target, over, 1_000_000),
  },
  {
    name: 'the longest body that is read, all empty lists, by 16 connections',
    seconds: 20,
    run: (target, over) => sendLists(target, over, 60_000),
  },
  { name: '200 pictures of a megabyte at once, by four members', seconds: 60, run: uploadPictures },
  { name: '380 pictures of a certificate at once, by one member', seconds: 20, run: askForCards },
  { name: 'hostile signatures from 20 addresses, three at once from each', seconds: 30, run: sendSignatures },
  { name: 'PDFs of 400,000 drawing steps, eight at once, by one member', seconds: 30, run: uploadSlowPdfs },
]

const HALF_CONNECTIONS = 5_600
/** Dialled at a time, no more than the system queues for a port, and how long until the next ones: 2,000 in a second. */
const DIALLED_AT_ONCE = 200
const DIAL_EVERY_MS = 100

/**
 * Opens connections from separate networks, each with the first half of a request; reconnects those that are closed.
 */
async function holdHalfRequests({ port }: Target, over: AbortSignal): Promise<Counts> {
  const held = new Map<number, Socket>()
  const counts = { dialled: 0, turnedAway: 0, mostHeld: 0 }
  while (!over.aborted) {
    const missing = Array.from({ length: HALF_CONNECTIONS }, (_, n) => n).filter(n => !held.has(n))
    await Promise.all(
      missing.slice(0, DIALLED_AT_ONCE).map(async n => {
        const from = `127.${20 + (n >> 8)}.${n & 255}.1`
        const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => {})
        held.set(n, socket)
        counts.dialled++
        socket.once('data', () => counts.turnedAway++).once('close', () => held.delete(n))
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {})
        socket.write('GET /admin/home HTTP/1.1\r\nhost: x\r\nx-slow: ')
      }),
    )
    counts.mostHeld = Math.max(counts.mostHeld, held.size)
    await wait(DIAL_EVERY_MS)
  }
  for (const socket of held.values()) socket.destroy()
  return counts
}

function sendLists({ port }: Target, over: AbortSignal, bytes: number): Promise<Counts> {
  const list = `${'['.repeat(90)}${']'.repeat(90)},`
  const body = `{"key":[${list.repeat(Math.floor(bytes / list.length))}0]}`
  const agent = agentFrom('127.40.0.1')
  return repeat(16, over, () => send(port, { agent, path: '/api/search/count', body, over }))
}

/** Sends all pictures at the same time, once each. */
async function uploadPictures({ port, tokens }: Target, over: AbortSignal): Promise<Counts> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = { width: 1_000, height: 1_000, channels: 3, background: '#808080', noise } as const
  const picture = await sharp({ create }).jpeg({ quality: 95 }).toBuffer()
  const form = formOf({ use: 'picture' }, { name: 'a.jpg', bytes: picture })
  const agent = agentFrom('127.41.0.1')
  const counts: Counts = { 'bytes of one': form.body.length }
  const upload = async (_: unknown, n: number) =>
    count(counts, await send(port, { agent, path: UPLOAD, ...form, token: tokens[n % tokens.length]!, over }))
  await Promise.all(Array.from({ length: 200 }, upload))
  return counts
}

function askForCards({ port, tokens, certId }: Target, over: AbortSignal): Promise<Counts> {
  const agent = agentFrom('127.42.0.1')
  const path = `/api/member/certificate/card?certId=${certId}`
  return repeat(380, over, () => send(port, { agent, path, token: tokens[0]!, over }))
}

/** Sends two signed files and one seal value at a time from each address: ten of either per minute are verified. */
async function sendSignatures({ port }: Target, over: AbortSignal): Promise<Counts> {
  const hidden = derOf(0x30, derOf(0x04, endlessIdentifier(60_000)))
  const pdfs = [derOf(0x30, endlessIdentifier(2_300_000)), hidden, randomBytes(2_400_000)].map(contents =>
    formOf({}, { name: 'a.pdf', bytes: signedPdf(inHex(contents)) }),
  )
  const seals = [derOf(0x30, endlessIdentifier(900_000)), hidden].map(bytes => formOf({}, { name: 'a.es', bytes }))
  const fromOne = (n: number) => {
    const agent = agentFrom(`127.43.${n}.1`)
    const sending = (path: string, forms: Form[]) => {
      let sent = n
      return () => send(port, { agent, path, ...forms[sent++ % forms.length]!, over })
    }
    return [
      repeat(2, over, sending('/api/cert/verify/file', pdfs)),
      repeat(1, over, sending('/api/seal/verify', seals)),
    ]
  }
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => fromOne(n)).flat())
  return all.reduce(add, {})
}

/** Makes each PDF different: a file with a known hash would not be parsed again. */
function uploadSlowPdfs({ port, tokens }: Target, over: AbortSignal): Promise<Counts> {
  const agent = agentFrom('127.44.0.1')
  const pdf = slowPdf('00000000')
  const at = pdf.indexOf('%00000000') + 1
  let sent = 0
  return repeat(8, over, () => {
    const bytes = Buffer.from(pdf)
    bytes.write(`${sent++}`.padStart(8, '0'), at, 'latin1')
    const form = formOf({ use: 'material' }, { name: 'a.pdf', bytes })
    return send(port, { agent, path: UPLOAD, ...form, token: tokens[0]!, over })
  })
}

/** Delay in ms after a refusal; after any other answer the next request follows at once. */
const REFUSAL_PAUSE_MS = 100

/** Has so many requests under way at the same time until it is over. */
async function repeat(atOnce: number, over: AbortSignal, act: () => Promise<string>): Promise<Counts> {
  const counts: Counts = {}
  const go = async () => {
    while (!over.aborted) {
      const answer = await act()
      count(counts, answer)
      if (answer === 'code 429' || answer === 'code 503') await wait(REFUSAL_PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  return counts
}

const add = (sum: Counts, counts: Counts): Counts => {
  for (const [answer, n] of Object.entries(counts)) sum[answer] = (sum[answer] ?? 0) + n
  return sum
}
const count = (counts: Counts, answer: string) => add(counts, { [answer]: 1 })

const agentFrom = (localAddress: string) => new Agent({ keepAlive: true, localAddress })

const UPLOAD = '/api/file/upload'
const BOUNDARY = 'of-the-attack'
type Form = { body: Buffer; type: string }

function formOf(fields: Record<string, string>, { name, bytes }: { name: string; bytes: Buffer }): Form {
  const part = (about: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${about}\r\n`
  const before = Object.entries(fields).map(([field, value]) => `${part(`name="${field}"`)}\r\n${value}\r\n`)
  const head = `${before.join('')}${part(`name="file"; filename="${name}"`)}content-type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  return { body, type: `multipart/form-data; boundary=${BOUNDARY}` }
}

type Sent = { agent: Agent; path: string; over: AbortSignal; body?: string | Buffer; type?: string; token?: string }

/** Answers the code of the envelope, the type of a file, or what went wrong. */
const send = (port: number, { agent, path, body, type = 'application/json', token, over }: Sent) =>
  new Promise<string>(resolve => {
    const own = { ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }) }
    const headers = { ...own, ...(token && { token }) }
    const options = { host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', agent, headers, signal: over }
    const fail = (error: NodeJS.ErrnoException) =>
      resolve(over.aborted ? 'unanswered at the end' : (error.code ?? error.message))
    request(options, response => {
      const kind = response.headers['content-type'] ?? ''
      let text = ''
      response.setEncoding('latin1').on('data', chunk => {
        if (text.length < 1_000) text += chunk
      })
      response.on('end', () => resolve(kind.includes('json') ? `code ${/"code":(\d+)/.exec(text)?.[1]}` : kind))
      response.on('error', fail)
    })
      .on('error', fail)
      .end(body)
  })
