import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

type Keys = { appId: string; token: string; aesKey: string }

/** Blocks are filled to 32 bytes, not to AES's 16. */
const BLOCK = 32
const RANDOM = 16
const LENGTH = 4

/** Signature over the sorted parts. */
export const signatureOf = (...parts: string[]) => createHash('sha1').update(parts.sort().join('')).digest('hex')

/** Compares in constant time. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** 安全模式: random, length, message and app, encrypted by AES-256-CBC. Throws where it is not ours. */
export function openMessage({ appId, aesKey }: Keys, encrypted: string): string {
  const key = keyOf(aesKey)
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const filled = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()])
  const padding = filled.at(-1) ?? 0
  const isPadded = padding >= 1 && padding <= BLOCK && filled.subarray(-padding).every(byte => byte === padding)
  if (!isPadded || filled.length < RANDOM + LENGTH + padding)
    throw new Error('the message is not padded as it should be')
  const plain = filled.subarray(RANDOM, -padding)
  const end = LENGTH + plain.readUInt32BE(0)
  if (end > plain.length) throw new Error('the message is shorter than it says')
  if (!isSameSignature(plain.subarray(end).toString(), appId)) throw new Error('the message is for another app')
  return plain.subarray(LENGTH, end).toString()
}

export function sealMessage({ appId, aesKey }: Keys, message: string): string {
  const key = keyOf(aesKey)
  const body = Buffer.from(message)
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32BE(body.length)
  const plain = Buffer.concat([randomBytes(RANDOM), length, body, Buffer.from(appId)])
  const padding = BLOCK - (plain.length % BLOCK)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.alloc(padding, padding)])),
    cipher.final(),
  ]).toString('base64')
}

const keyOf = (aesKey: string) => Buffer.from(`${aesKey}=`, 'base64')
