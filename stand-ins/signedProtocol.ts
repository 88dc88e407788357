import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Given = { timestamp?: string; nonce?: string }
type Signing = (
  secret: string,
  first: string,
  second: string,
  body: string | Buffer,
  given?: Given,
) => Record<string, string>

/** The protocol of docs/einvoice-api.md and docs/signing-api.md, written from these documents alone. */
export const signAs =
  (prefix: string): Signing =>
  (secret, first, second, body, given = {}) => {
    const timestamp = given.timestamp ?? String(Math.floor(Date.now() / 1000))
    const nonce = given.nonce ?? randomBytes(16).toString('hex')
    const digest = createHash('sha256').update(body).digest('hex')
    const text = `${first}\n${second}\n${timestamp}\n${nonce}\n${digest}`
    const signature = createHmac('sha256', secret).update(text, 'utf8').digest('hex')
    return { [`${prefix}-timestamp`]: timestamp, [`${prefix}-nonce`]: nonce, [`${prefix}-signature`]: signature }
  }

/** Made once, so that a site that has it may go on. */
export async function secretIn(folder: string): Promise<string> {
  const path = join(folder, 'secret')
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept) return kept
  const made = randomBytes(32).toString('hex')
  await writeFile(path, made, { mode: 0o600 })
  return made
}

export const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

type Agreed = { prefix: string; key: string; secret: string }

/** Checks who asks, and answers as the protocol wants it; tells a site of its own accord. */
export function createProtocol({ prefix, key, secret }: Agreed) {
  const sign = signAs(prefix)
  const seen = new Set<string>()

  const answer = (request: FastifyRequest, reply: FastifyReply, status: number, body: string | Buffer) => {
    const nonce = String(request.headers[`${prefix}-nonce`] ?? '')
    return reply
      .code(status)
      .headers(sign(secret, 'ANSWER', String(status), body, { nonce }))
      .type(typeof body === 'string' ? 'application/json' : 'application/octet-stream')
      .send(body)
  }

  return {
    answer,
    say: (request: FastifyRequest, reply: FastifyReply, status: number, message: string) =>
      answer(request, reply, status, JSON.stringify({ message })),
    /** Why the caller is not believed. */
    faultOf: (request: FastifyRequest): string => {
      const said = (name: string) => String(request.headers[`${prefix}-${name}`] ?? '')
      const [timestamp, nonce] = [said('timestamp'), said('nonce')]
      if (said('key') !== key) return '标识不对'
      if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return '时间戳超出范围'
      const wanted = sign(secret, request.method, request.url, bodyOf(request), { timestamp, nonce })
      const given = Buffer.from(said('signature'))
      const right = Buffer.from(wanted[`${prefix}-signature`]!)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return '签名不符'
      if (seen.has(nonce)) return '随机数用过了'
      seen.add(nonce)
      return ''
    },
    tell: async (site: string, path: string, body: string) => {
      const headers = {
        'content-type': 'application/json',
        [`${prefix}-key`]: key,
        ...sign(secret, 'POST', path, body),
      }
      await fetch(site + path, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) }).catch(() => {})
    },
  }
}
export type Protocol = ReturnType<typeof createProtocol>
