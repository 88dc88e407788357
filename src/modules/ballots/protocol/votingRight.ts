import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { type Bytes, bytesOf, fromBase64, toBase64 } from './bytes.ts'

/**
 * A voting right is a key pair that the voter's phone makes for one envelope or one vote, and a blind signature of the
 * ballot's registrar over its public key (RFC 9474, RSABSSA-SHA384-PSS-Deterministic; the message is random enough by
 * itself, as section 4.3 of the RFC demands). The registrar signs for a voter without seeing the key, so whoever sees the
 * key later does not learn the voter. What is signed with the key cannot be changed by anybody else.
 */
export type Purpose = 'envelope' | 'vote'

/** `key`: the public key, 65 bytes (SEC 1, uncompressed P-256). `certificate`: the registrar's signature of it. */
export type Signed = { key: string; certificate: string; signature: string }
/** What the phone keeps from asking for a right until it has voted. */
export type PendingRight = { key: string; privateKey: JsonWebKey; blinded: string; inverse: string }
export type VotingRight = { key: string; privateKey: JsonWebKey; certificate: string }

const suite = RSABSSA.SHA384.PSS.Deterministic()
/** Bytes of the salt of RSABSSA-SHA384-PSS. */
const SALT_LENGTH = 48
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }
const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' }

const certified = (ballotId: string, purpose: Purpose, key: string): Bytes =>
  bytesOf(`ballot-1 ${purpose} ${ballotId} ${key}`)

/** Imports the registrar's public key, SPKI in Base64. */
export const importRegistrarKey = (spki: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', fromBase64(spki), { name: 'RSA-PSS', hash: 'SHA-384' }, true, ['verify'])

/** Makes a key pair, and blinds its public key for the registrar. */
export async function requestRight(ballotId: string, purpose: Purpose, registrar: CryptoKey): Promise<PendingRight> {
  const pair = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const key = toBase64(await crypto.subtle.exportKey('raw', pair.publicKey))
  const { blindedMsg, inv } = await suite.blind(registrar, suite.prepare(certified(ballotId, purpose, key)))
  const privateKey = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return { key, privateKey, blinded: toBase64(blindedMsg), inverse: toBase64(inv) }
}

/** Takes the blinding off the registrar's answer. Throws where that is not a valid signature. */
export async function receiveRight(
  ballotId: string,
  purpose: Purpose,
  registrar: CryptoKey,
  { key, privateKey, inverse }: PendingRight,
  blindSignature: string,
): Promise<VotingRight> {
  const message = suite.prepare(certified(ballotId, purpose, key))
  const certificate = await suite.finalize(registrar, message, fromBase64(blindSignature), fromBase64(inverse))
  return { key, privateKey, certificate: toBase64(certificate) }
}

const signedText = (ballotId: string, purpose: Purpose, content: string): Bytes =>
  bytesOf(`ballot-1 signed ${purpose} ${ballotId} ${content}`)

export async function sign(ballotId: string, purpose: Purpose, right: VotingRight, content: string): Promise<Signed> {
  const key = await crypto.subtle.importKey('jwk', right.privateKey, ECDSA, false, ['sign'])
  const signature = await crypto.subtle.sign(ECDSA_SHA256, key, signedText(ballotId, purpose, content))
  return { key: right.key, certificate: right.certificate, signature: toBase64(signature) }
}

/** Whether the registrar gave this right, and who holds it signed this content. */
export async function isSigned(
  ballotId: string,
  purpose: Purpose,
  registrar: CryptoKey,
  { key, certificate, signature }: Signed,
  content: string,
): Promise<boolean> {
  try {
    const rsa = { name: 'RSA-PSS', saltLength: SALT_LENGTH }
    const message = certified(ballotId, purpose, key)
    if (!(await crypto.subtle.verify(rsa, registrar, fromBase64(certificate), message))) return false
    const publicKey = await crypto.subtle.importKey('raw', fromBase64(key), ECDSA, false, ['verify'])
    return await crypto.subtle.verify(
      ECDSA_SHA256,
      publicKey,
      fromBase64(signature),
      signedText(ballotId, purpose, content),
    )
  } catch {
    // Not Base64, not a point of the curve, not as long as the modulus.
    return false
  }
}
