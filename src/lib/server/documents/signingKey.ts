import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { BitString, Integer, Null, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
} from 'pkijs'
import type { Config } from '../process/config.ts'

/** Key for signing documents. `chain`: the certificate of the key first, then its issuers. */
export type SigningKey = { key: CryptoKey; chain: X509Certificate[] }
/** The same as it is kept: PEM, the key in PKCS #8. */
export type SigningPems = { key: string; certificates: string }

const VALIDITY_YEARS = 10
/** RSA's modulus in bits: enough until 2030 and beyond (NIST SP 800-57). */
const KEY_BITS = 3072
const COMMON_NAME = '2.5.4.3'

/** A key of our own making, and a certificate in which it vouches for itself. */
export async function makeSigningKey(name: string, now: Date): Promise<SigningPems> {
  const { privateKey: key } = await generate('rsa', { modulusLength: KEY_BITS })
  const certificate = signCertificate(draftCertificate({ name, key, now }), rsaWithSha256(), tbs =>
    sign('sha256', tbs, key),
  )
  return { key: key.export({ format: 'pem', type: 'pkcs8' }) as string, certificates: certificate.toString() }
}

type CertificateDraft = { name: string; key: KeyObject; now: Date; issuer?: X509Certificate; isAuthority?: boolean }

/** A certificate that nobody has signed yet; without `issuer` it is of who vouches for itself. */
export function draftCertificate({ name, key, now, issuer, isAuthority = false }: CertificateDraft): Certificate {
  const certificate = new Certificate({ version: 2 })
  certificate.serialNumber = new Integer({ valueHex: positive(randomBytes(16)) })
  const own = () => new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: name }) })
  certificate.subject.typesAndValues.push(own())
  if (issuer) certificate.issuer = Certificate.fromBER(issuer.raw).subject
  else certificate.issuer.typesAndValues.push(own())
  certificate.notBefore.value = now
  certificate.notAfter.value = new Date(
    Date.UTC(now.getUTCFullYear() + VALIDITY_YEARS, now.getUTCMonth(), now.getUTCDate()),
  )
  certificate.extensions = [
    extension('2.5.29.19', new BasicConstraints({ cA: isAuthority }).toSchema().toBER()),
    extension('2.5.29.15', (isAuthority ? signaturesAndCertificates : signatureOnly).toBER()),
  ]
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(publicKey)
  return certificate
}

type Algorithm = ConstructorParameters<typeof AlgorithmIdentifier>[0]

export function signCertificate(
  certificate: Certificate,
  algorithm: Algorithm,
  signed: (tbs: Buffer) => Buffer,
): X509Certificate {
  certificate.signature = certificate.signatureAlgorithm = new AlgorithmIdentifier(algorithm)
  certificate.tbsView = new Uint8Array(certificate.encodeTBS().toBER())
  certificate.signatureValue = new BitString({ valueHex: new Uint8Array(signed(Buffer.from(certificate.tbsView))) })
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER()))
}

const generate = promisify(generateKeyPair)

/** Includes the NULL parameter that RFC 4055 requires and pkijs leaves out. */
export const rsaWithSha256 = () => ({ algorithmId: '1.2.840.113549.1.1.11', algorithmParams: new Null() })
/** digitalSignature and nonRepudiation. */
const signatureOnly = new BitString({ valueHex: new Uint8Array([0b1100_0000]).buffer, unusedBits: 6 })
/** digitalSignature and keyCertSign. */
const signaturesAndCertificates = new BitString({ valueHex: new Uint8Array([0b1000_0100]).buffer, unusedBits: 2 })
const extension = (extnID: string, extnValue: ArrayBuffer) => new Extension({ extnID, critical: true, extnValue })
const positive = (bytes: Buffer) => new Uint8Array(bytes.with(0, (bytes[0]! & 0x7f) | 0x40)).buffer

/** The operator's own. */
export async function readGivenKey(paths: NonNullable<Config['signing']>): Promise<SigningKey> {
  const pems = await readPems(paths, ['SIGNING_KEY', 'SIGNING_CERTIFICATE'])
  try {
    return openSigningKey(pems)
  } catch (error) {
    throw new Error(`签名密钥无法使用（${paths.keyPath}、${paths.certificatePath}）：${(error as Error).message}`)
  }
}

/** `names`: of the variables that name the files. */
export async function readPems(
  { keyPath, certificatePath }: { keyPath: string; certificatePath: string },
  names: readonly [key: string, certificate: string],
): Promise<SigningPems> {
  const read = (name: string, path: string) =>
    readFile(path, 'utf8').catch(() => {
      throw new Error(`${name} 所指的文件 ${path} 不存在或读不到`)
    })
  return { key: await read(names[0], keyPath), certificates: await read(names[1], certificatePath) }
}

/** Throws one plain sentence where they are of no use. */
export function openSigningKey({ key: pem, certificates }: SigningPems): SigningKey {
  const secret = withErrorMessage('私钥应为不加密的 PEM 文件（PKCS#8）', () => createPrivateKey(pem))
  const chain = withErrorMessage('证书应为 PEM 文件', () => readCertificates(certificates))
  if (!chain[0]?.checkPrivateKey(secret)) throw new Error('证书与私钥不是一对，证书文件中第一张应是私钥的证书')
  return { key: secret.toCryptoKey(algorithmOf(secret), false, ['sign']) as CryptoKey, chain }
}

export function withErrorMessage<T>(sentence: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw new Error(sentence)
  }
}

export const readCertificates = (pems: string): X509Certificate[] =>
  (pems.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(pem => new X509Certificate(pem))

const CURVES: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384' }

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
  if (asymmetricKeyType === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const namedCurve = CURVES[asymmetricKeyDetails?.namedCurve ?? '']
  if (namedCurve) return { name: 'ECDSA', namedCurve }
  throw new Error('签名私钥应为 RSA 或 ECDSA（P-256、P-384）')
}

/** Common name of a certificate's subject. */
export const nameOn = ({ subject }: X509Certificate) => /^CN=(.*)$/m.exec(subject)?.[1]?.replace(/\\(.)/g, '$1') ?? ''
