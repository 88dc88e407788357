import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../process/config.ts'

/** Keeps identity numbers and mobiles unreadable in the database and its backups. */
export type Encryption = {
  encrypt: (plain: string) => string
  /** Throws when the text was encrypted with another key, or changed since. */
  decrypt: (encrypted: string) => string
  /** The same for the same text, and useless without the key: finds and tells apart what is encrypted. */
  hash: (plain: string) => string
}

/**
 * Opens encryption with SECRET_KEY, or with a key generated in the data directory. That key must be backed up beside
 * the data: without it nothing can be decrypted.
 */
export async function openEncryption(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Encryption> {
  const secret = Buffer.from(config.secretKey ?? (await ownKey(config.dataDir)), 'hex')
  const encrypting = derive(secret, 'seal')
  const hashing = derive(secret, 'hash')
  return {
    encrypt: plain => {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', encrypting, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt: encrypted => {
      const bytes = Buffer.from(encrypted, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encrypting, bytes.subarray(0, IV), { authTagLength: TAG })
      decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
      return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8')
    },
    hash: plain => createHmac('sha256', hashing).update(plain).digest('base64url'),
  }
}

const IV = 12
const TAG = 16

/** The key that is there, from SECRET_KEY or the directory; none is made. */
export const existingKey = async ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>) =>
  secretKey ?? (await readKey(join(dataDir, 'secret.key')))

/** Tells two keys apart without telling either. */
export const markOf = (key: string) => derive(Buffer.from(key, 'hex'), 'mark').toString('hex').slice(0, 32)

/** Keeps a key that comes from elsewhere; one that is there already stays. */
export const adoptKey = (dataDir: string, key: string) => makeKey(dataDir, join(dataDir, 'secret.key'), key)

const derive = (secret: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `hangxie ${purpose}`, 32))

async function ownKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret.key')
  const key = (await readKey(path)) ?? (await makeKey(dataDir, path))
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new Error(`密钥文件 ${path} 已损坏：应为 64 位十六进制字符，请从备份恢复。`)
  return key
}

const readKey = (path: string) =>
  readFile(path, 'utf8').then(
    text => text.trim(),
    error => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )

/** `link` never replaces a file: of two processes that start at once, both go on with the key of the first. */
async function makeKey(dataDir: string, path: string, key = randomBytes(32).toString('hex')): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await link(draft, path).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return (await readKey(path))!
}
