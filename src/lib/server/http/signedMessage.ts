import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum clock difference of the two sides in s. */
export const MAX_CLOCK_SKEW_S = 300

const sha256 = (body: Buffer | string) => createHash('sha256').update(body).digest('hex')

type Signed = {
  /** `POST` and the address with its query; of an answer `ANSWER` and the status. */
  what: readonly [string, string]
  timestamp: string
  nonce: string
  body: Buffer | string
}

/** The signature of our generic protocols (docs/einvoice-api.md, docs/signing-api.md): HMAC-SHA256 over five lines, in hex. */
export const signatureOf = (secret: string, { what, timestamp, nonce, body }: Signed): string =>
  createHmac('sha256', secret)
    .update([...what, timestamp, nonce, sha256(body)].join('\n'))
    .digest('hex')

/** Why it is not believed; empty where it is. */
export function signatureFault(secret: string, signed: Signed & { signature: string }, now: Date): string {
  const { timestamp, nonce, signature } = signed
  if (!/^\d{10}$/.test(timestamp)) return '没有时间戳'
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > MAX_CLOCK_SKEW_S) return '时间戳超出允许的范围'
  if (!/^[\w-]{16,64}$/.test(nonce)) return '没有随机数'
  const wanted = Buffer.from(signatureOf(secret, signed))
  const given = Buffer.from(signature)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? '' : '签名不符'
}
