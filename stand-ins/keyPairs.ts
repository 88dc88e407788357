import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type KeyPair = { privatePem: string; publicPem: string }

/** An RSA key of somebody, made once and kept in the stand-in's folder. */
export function keptKeyPair(folder: string, name: string): KeyPair {
  const path = join(folder, `${name}.json`)
  try {
    const { privatePem, publicPem } = JSON.parse(readFileSync(path, 'utf8'))
    return { privatePem: String(privatePem), publicPem: String(publicPem) }
  } catch {
    const made = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const pair = { privatePem: made.privateKey, publicPem: made.publicKey }
    writeFileSync(path, JSON.stringify(pair), { mode: 0o600 })
    return pair
  }
}
