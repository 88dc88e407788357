import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  scrypt,
} from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Source of the key of an archive. `passphrase`: derived by scrypt. `recipient`: X25519 with an ephemeral key that is
 * thrown away, so that the program that wrote it cannot open it any more. `site`: from SECRET_KEY.
 */
export type Lock = { passphrase: string } | { recipient: string } | { siteKey: string }
/** Keys that may open an archive; `contentKey`: the key of this archive, while the program writing it still has it. */
export type Keys = {
  passphrase?: string | undefined
  identity?: string | undefined
  siteKey?: string | undefined
  contentKey?: Buffer | undefined
}
/** A head that stands before what is sealed, and the key. */
export type Seal = { head: Buffer; key: Buffer }

const MARK = Buffer.from('HANGXIE', 'latin1')
const [PASSPHRASE, RECIPIENT, SITE] = [1, 2, 3]
const SALT = 16
const POINT = 32

export async function makeSeal(lock: Lock): Promise<Seal> {
  if ('recipient' in lock) {
    const { privateKey, publicKey } = generateKeyPairSync('x25519')
    const point = pointOf(publicKey)
    const key = agreedKey(privateKey, publicFrom(lock.recipient), point)
    return { head: headOf(RECIPIENT, point), key }
  }
  const salt = randomBytes(SALT)
  return 'passphrase' in lock
    ? { head: headOf(PASSPHRASE, salt), key: await fromPassphrase(lock.passphrase, salt) }
    : { head: headOf(SITE, salt), key: fromSite(lock.siteKey, salt) }
}

export const isSealed = (beginning: Buffer) => beginning.subarray(0, MARK.length).equals(MARK)

/** Length of the header, from the first bytes of a file; undefined: too few bytes to tell. */
export function headLength(beginning: Buffer): number | undefined {
  const kind = beginning[MARK.length]
  return kind === undefined ? undefined : MARK.length + 1 + (kind === RECIPIENT ? POINT : SALT)
}

/** Throws one sentence where what opens it is not given. */
export async function openSeal(head: Buffer, keys: Keys): Promise<Buffer> {
  const kind = head[MARK.length]
  const rest = head.subarray(MARK.length + 1)
  if (keys.contentKey) return keys.contentKey
  if (kind === PASSPHRASE) {
    if (keys.passphrase) return fromPassphrase(keys.passphrase, rest)
    throw new Error('这个备份是加密的，请在环境变量 BACKUP_PASSPHRASE 中给出备份时的口令。')
  }
  if (kind === RECIPIENT) {
    if (keys.identity) return agreedKey(privateFrom(keys.identity), publicFromPoint(rest), rest)
    throw new Error('这个备份用公钥加密，请在环境变量 BACKUP_IDENTITY 中给出另行保管的私钥。')
  }
  if (kind === SITE) {
    if (keys.siteKey) return fromSite(keys.siteKey, rest)
    throw new Error('这个备份用本站的密钥加密，请先把 secret.key 放到数据目录，或设置 SECRET_KEY。')
  }
  throw new Error('这个备份由更新版本的行协制作，请先升级程序再恢复。没有改动任何数据。')
}

/** Error message naming the key to check when the first frame does not decrypt. */
export function wrongKeyMessage(head: Buffer): string {
  const kind = head[MARK.length]
  if (kind === PASSPHRASE) return '备份的口令不对，或文件开头已损坏，请核对 BACKUP_PASSPHRASE。'
  if (kind === RECIPIENT) return '备份的私钥不对，或文件开头已损坏，请核对 BACKUP_IDENTITY。'
  return '密钥不是备份时的密钥，或文件开头已损坏，请核对 secret.key（SECRET_KEY）。'
}

/** A pair of keys as text: the public one for the server, the private one to be kept elsewhere. */
export function makeKeyPair(): { recipient: string; identity: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return { recipient: pointOf(publicKey).toString('base64url'), identity: privateKey.export({ format: 'jwk' }).d! }
}

const headOf = (kind: number | undefined, rest: Buffer) => Buffer.concat([MARK, Buffer.from([kind!]), rest])

const fromPassphrase = (passphrase: string, salt: Buffer) =>
  promisify<string, Buffer, number, object, Buffer>(scrypt)(passphrase.normalize('NFC'), salt, 32, {
    N: 1 << 16,
    r: 8,
    p: 1,
    maxmem: 128 << 20,
  })

const fromSite = (siteKey: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(siteKey, 'hex'), salt, 'hangxie backup', 32))

/** The thrown-away key is part of what the key is made from, as RFC 9180 has it. */
const agreedKey = (privateKey: KeyObject, publicKey: KeyObject, point: Buffer) =>
  Buffer.from(hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), point, 'hangxie backup', 32))

const pointOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
const publicFrom = (text: string) => createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: text }, format: 'jwk' })
const publicFromPoint = (point: Buffer) => publicFrom(point.toString('base64url'))
/** PKCS #8 has the same words before every key of this kind. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const privateFrom = (text: string) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.from(text, 'base64url')]), format: 'der', type: 'pkcs8' })
