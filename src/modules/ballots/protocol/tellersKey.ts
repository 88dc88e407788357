import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { combine, split } from 'shamir-secret-sharing'
import { PASSCODE_SIGNS } from '#lib/passcode.ts'
import { type Bytes, bytesOf, fromBase64, sha256, toBase64 } from './bytes.ts'

/**
 * The key to which envelopes are sealed (HPKE, RFC 9180: DHKEM(P-256), HKDF-SHA256, AES-256-GCM). Its private half is made
 * in a browser, split among the tellers (Shamir) and thrown away. Opening takes `threshold` shares.
 */
const suite = () => new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** `publicKey` and `commitments` go to the server. `shares` go to the tellers, and nowhere else. */
export type TellersKey = { publicKey: string; commitments: string[]; shares: string[] }

export async function makeTellersKey(tellers: number, threshold: number): Promise<TellersKey> {
  const hpke = suite()
  const pair = await hpke.kem.generateKeyPair()
  const secret = new Uint8Array(await hpke.kem.serializePrivateKey(pair.privateKey))
  const shares = await Promise.all((await split(secret, tellers, threshold)).map(shareText))
  secret.fill(0)
  return {
    publicKey: toBase64(await hpke.kem.serializePublicKey(pair.publicKey)),
    commitments: await Promise.all(shares.map(commitmentOf)),
    shares,
  }
}

/** Checksum signs at the end of a share: a mistake of typing is found on the spot, 1 in a million is not. */
const CHECK_SIGNS = 4

/** Writes a share in the signs of a passcode, in groups of four, with a checksum. */
async function shareText(part: Uint8Array): Promise<string> {
  const bits = Array.from(part, byte => byte.toString(2).padStart(8, '0')).join('')
  const body = (bits.match(/.{1,5}/g) ?? [])
    .map(five => PASSCODE_SIGNS[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
  return `${body}${await checkOf(body)}`.match(/.{1,4}/g)!.join('-')
}

/** Signs of a share in one group as it is printed, and the check sign that follows them. */
const GROUP_SIGNS = 3

/** Groups of a share on paper: three signs and a check sign each, which says at once which group was mistyped. */
export const shareGroups = (share: string): string[] =>
  (share.replaceAll('-', '').match(/.{1,3}/g) ?? []).map((group, i) => group + checkSign(i, group))

/**
 * Check sign of a group: the hybrid system of ISO/IEC 7064 with 32 signs, over the number of the group and its signs. It
 * finds every single wrong sign and nearly every exchange of neighbours; the checksum of the whole share finds the rest.
 */
function checkSign(at: number, group: string): string {
  const n = PASSCODE_SIGNS.length
  const values = [at % n, ...[...group].map(sign => PASSCODE_SIGNS.indexOf(sign))]
  const product = values.reduce((p, value) => (((p + value) % n || n) * 2) % (n + 1), n)
  return PASSCODE_SIGNS[(n + 1 - product) % n]!
}

const plainSigns = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

/** Groups of a printed share that are mistyped, counted from 1; the last one is incomplete while somebody types. */
export function wrongGroups(typed: string): number[] {
  const groups = plainSigns(typed).match(/.{1,4}/g) ?? []
  return groups.flatMap((group, i) => {
    if (i === groups.length - 1 && group.length <= GROUP_SIGNS) return []
    const isRight =
      [...group].every(sign => PASSCODE_SIGNS.includes(sign)) && group.slice(-1) === checkSign(i, group.slice(0, -1))
    return isRight ? [] : [i + 1]
  })
}

const checkOf = async (body: string): Promise<string> =>
  [...(await sha256(bytesOf(`ballot-1 share ${body}`))).subarray(0, CHECK_SIGNS)]
    .map(byte => PASSCODE_SIGNS[byte % 32])
    .join('')

/** Signs of a share with its checksum: 33 bytes in fives of bits, and the checksum. */
const SHARE_SIGNS = 57

/** Signs of a share without the check signs of its groups; those made before there were any have none. */
function withoutChecks(signs: string): string {
  if (signs.length === SHARE_SIGNS) return signs
  return (signs.match(/.{1,4}/g) ?? []).map(group => group.slice(0, GROUP_SIGNS)).join('')
}

/** Reads a share as people type it or a code says it; undefined if it is none. */
export async function readShare(typed: string): Promise<{ text: string; bytes: Bytes } | undefined> {
  const printed = plainSigns(typed)
  if (printed.length !== SHARE_SIGNS && wrongGroups(typed).length > 0) return undefined
  const signs = withoutChecks(printed)
  const body = signs.slice(0, -CHECK_SIGNS)
  if (body === '' || [...signs].some(sign => !PASSCODE_SIGNS.includes(sign))) return undefined
  if (signs !== body + (await checkOf(body))) return undefined
  const bits = [...body].map(sign => PASSCODE_SIGNS.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], eight => Number.parseInt(eight, 2))
  return { text: signs.match(/.{1,4}/g)!.join('-'), bytes }
}

/** Hash by which the server tells whose share was typed, without knowing a share. A share has 256 random bits. */
export const commitmentOf = async (share: string): Promise<string> =>
  toBase64(await sha256(bytesOf(`ballot-1 commitment ${share}`)))

/** Joins shares to the private key. Throws where they are too few: the result then does not fit the public key. */
export async function joinShares(parts: readonly Bytes[], publicKey: string): Promise<CryptoKey> {
  const hpke = suite()
  const secret = new Uint8Array(await combine([...parts]))
  const key = await hpke.kem.deserializePrivateKey(secret.buffer)
  const probe = bytesOf('probe')
  const sealed = await seal(publicKey, 'probe', '', probe)
  await unseal(key, 'probe', '', sealed)
  return key
}

/** Bytes by which a sealed text is longer: the ephemeral key and the tag. */
export const SEAL_BYTES = 65 + 16

/** `about` and `bound` are not secret, and the seal does not open with others. */
export async function seal(publicKey: string, about: string, bound: string, content: Bytes): Promise<string> {
  const hpke = suite()
  const recipientPublicKey = await hpke.kem.deserializePublicKey(fromBase64(publicKey).buffer)
  const sender = await hpke.createSenderContext({ recipientPublicKey, info: bytesOf(about).buffer })
  const sealed = new Uint8Array(await sender.seal(content.buffer, bytesOf(bound).buffer))
  const whole = new Uint8Array(sender.enc.byteLength + sealed.length)
  whole.set(new Uint8Array(sender.enc))
  whole.set(sealed, sender.enc.byteLength)
  return toBase64(whole)
}

export async function unseal(key: CryptoKey, about: string, bound: string, sealed: string): Promise<Bytes> {
  const whole = fromBase64(sealed)
  const context = { recipientKey: key, enc: whole.slice(0, 65).buffer, info: bytesOf(about).buffer }
  const recipient = await suite().createRecipientContext(context)
  return new Uint8Array(await recipient.open(whole.slice(65).buffer, bytesOf(bound).buffer))
}
