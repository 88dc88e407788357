import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type Account = { appId: string; token: string; aesKey: string }

/** Signature of the platform: sorted, joined, SHA-1. */
export const sign = (parts: string[]) =>
  createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex')

/** 安全模式, as the platform writes it: 16 random bytes, four of length, message, app. */
export function encryptMessage({ appId, aesKey }: Account, message: string): string {
  const text = Buffer.from(message)
  const head = Buffer.concat([randomBytes(16), Buffer.from([24, 16, 8, 0].map(shift => (text.length >> shift) & 255))])
  const whole = Buffer.concat([head, text, Buffer.from(appId)])
  const missing = 32 - (whole.length % 32)
  const key = Buffer.from(aesKey, 'base64')
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16))
  cipher.setAutoPadding(false)
  return cipher.update(Buffer.concat([whole, Buffer.alloc(missing, missing)])).toString('base64')
}

/** Decrypts the site's answer; throws if it is not for this account. */
export function decryptMessage({ appId, aesKey }: Account, encrypted: string): string {
  const key = Buffer.from(aesKey, 'base64')
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16))
  decipher.setAutoPadding(false)
  const whole = decipher.update(Buffer.from(encrypted, 'base64'))
  const text = whole.subarray(20, 20 + whole.readUInt32BE(16))
  const rest = whole.subarray(20 + text.length, whole.length - whole.at(-1)!)
  if (rest.toString() !== appId) throw new Error('the answer is sealed for another app')
  return text.toString()
}

/** An element of an answer, with the entities that numbers write. */
export function element(xml: string, name: string): string {
  const [, inner = ''] = xml.match(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`)) ?? []
  return inner
    .replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
