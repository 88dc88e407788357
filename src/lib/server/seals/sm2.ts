import {
  createHash,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPair,
  hash,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'

/** 1.2.156.10197.1.501, SM2 with SM3 (GB/T 33560). */
export const SM2_WITH_SM3 = '1.2.156.10197.1.501'
/** Default identifier of a signer, where nothing else was agreed (GB/T 35276). */
const DEFAULT_SIGNER_ID = '1234567812345678'
/** a, b and the base point of the curve (GB/T 32918.5). */
const CURVE = Buffer.from(
  [
    'fffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffc',
    '28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93',
    '32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7',
    'bc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0',
  ].join(''),
  'hex',
)
/** DER prefix of a public key on this curve, before its two coordinates. */
const PUBLIC_HEAD = Buffer.from('3059301306072a8648ce3d020106082a811ccf5501822d03420004', 'hex')

export const sm3 = (bytes: Buffer): Buffer => hash('sm3', bytes, 'buffer')

export const signSm2 = (bytes: Buffer, key: KeyObject): Buffer =>
  createSign('sm3')
    .update(identity(createPublicKey(key)))
    .update(bytes)
    .sign(key)

/** False also of a signature or a key that is none. */
export function verifySm2(bytes: Buffer, key: KeyObject, signature: Buffer): boolean {
  try {
    return createVerify('sm3').update(identity(key)).update(bytes).verify(key, signature)
  } catch {
    return false
  }
}

/**
 * The hash of who signs, which stands before what is signed. Node's `sign` takes an empty identifier for it and none that is
 * given; `createSign` signs the hash of whatever it has been fed, so it is fed this first.
 */
function identity(key: KeyObject): Buffer {
  const bits = Buffer.from([0, 8 * DEFAULT_SIGNER_ID.length])
  return createHash('sm3').update(bits).update(DEFAULT_SIGNER_ID).update(CURVE).update(coordinatesOf(key)).digest()
}

function coordinatesOf(key: KeyObject): Buffer {
  if (!isSm2(key)) throw new Error('no key of SM2')
  return publicBytes(key).subarray(PUBLIC_HEAD.length)
}

/** Accepts a public or a private key. */
export function isSm2(key: KeyObject): boolean {
  const bytes = publicBytes(key.type === 'private' ? createPublicKey(key) : key)
  return bytes.length === PUBLIC_HEAD.length + 64 && bytes.subarray(0, PUBLIC_HEAD.length).equals(PUBLIC_HEAD)
}

const publicBytes = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })

const generate = promisify(generateKeyPair)

/** A new private key, PKCS #8 in PEM. As it comes from the generator Node would sign by ECDSA with it. */
export async function makeSm2Key(): Promise<string> {
  const { privateKey } = await generate('ec', { namedCurve: 'SM2' })
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}
