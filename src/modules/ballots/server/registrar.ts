import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto'
import { promisify } from 'node:util'

/** Bits of a registrar's key: it signs for as long as the ballot is open. */
const MODULUS_BITS = 2048
export const MODULUS_BYTES = MODULUS_BITS / 8

/** Private key as PEM, public key as SPKI in Base64. */
export async function makeRegistrarKey(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

/**
 * BlindSign of RFC 9474, section 4.3: the raw RSA operation of OpenSSL, checked against a fault of the machine. The same
 * blinded key gives the same signature, so a repeated request gets no second right. Undefined if the number is not
 * below the modulus.
 */
export function blindSign(privateKeyPem: string, blinded: string): string | undefined {
  const key = createPrivateKey(privateKeyPem)
  const message = Buffer.from(blinded, 'base64')
  if (message.length !== MODULUS_BYTES) return undefined
  let signature: Buffer
  try {
    signature = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, message)
  } catch {
    return undefined
  }
  const again = publicEncrypt({ key: createPublicKey(key), padding: constants.RSA_NO_PADDING }, signature)
  if (!again.equals(message)) throw new Error('signing failure')
  return signature.toString('base64')
}
