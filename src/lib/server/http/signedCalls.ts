import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { callProvider, type ProviderAnswer } from './callProvider.ts'
import { signatureFault, signatureOf } from './signedMessage.ts'

/** Settings agreed with the other side: its endpoint, the key by which it knows us, and the signing secret. */
export type AgreedSettings = { endpoint: string; key: string; secret: string }
/** `prefix`: how the headers of a protocol begin. `called`: the other side, in words. */
export type Protocol = { prefix: string; called: string }

type SignedRequest = { body?: string; most: number }

/** Asks the other side of one of our generic protocols, signed on both sides: an answer that is not is none. */
export const signedCaller =
  ({ endpoint, key, secret }: AgreedSettings, { prefix, called }: Protocol) =>
  async (method: 'GET' | 'POST', path: string, { body = '', most }: SignedRequest): Promise<ProviderAnswer> => {
    const url = new URL(endpoint + path)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const nonce = randomUUID()
    const signature = signatureOf(secret, { what: [method, url.pathname + url.search], timestamp, nonce, body })
    const answered = await callProvider(url.href, {
      method,
      ...(body && { body }),
      headers: {
        'content-type': 'application/json',
        [`${prefix}-key`]: key,
        [`${prefix}-timestamp`]: timestamp,
        [`${prefix}-nonce`]: nonce,
        [`${prefix}-signature`]: signature,
      },
      most,
    })
    const said = (name: string) => answered.headers.get(`${prefix}-${name}`) ?? ''
    const signed = {
      what: ['ANSWER', String(answered.status)] as const,
      timestamp: said('timestamp'),
      nonce,
      body: answered.body,
      signature: said('signature'),
    }
    const fault = said('nonce') === nonce ? signatureFault(secret, signed, new Date()) : '随机数不是我们的'
    if (fault) throw new Error(`${called}的应答不可信（${answered.status}）：${fault}`)
    return answered
  }

type ReceivedNotice = { headers: IncomingHttpHeaders; path: string; body: Buffer }

/** Why what was told is not from who has the secret, and the nonce by which it is known when it comes again. */
export function noticeFault(
  { key, secret }: Pick<AgreedSettings, 'key' | 'secret'>,
  { prefix }: Pick<Protocol, 'prefix'>,
  { headers, path, body }: ReceivedNotice,
  now: Date,
) {
  const said = (name: string) => String(headers[`${prefix}-${name}`] ?? '')
  const nonce = said('nonce')
  const signed = { what: ['POST', path] as const, timestamp: said('timestamp'), nonce, body }
  const signature = said('signature')
  const fault = said('key') === key ? signatureFault(secret, { ...signed, signature }, now) : '不是约定的标识'
  return { fault, nonce }
}

/** Parses a JSON body; undefined where it is no JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
