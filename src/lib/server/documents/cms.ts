import { hash, X509Certificate } from 'node:crypto'
import { Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { checkDer } from './derBounds.ts'
import { rsaWithSha256, type SigningKey } from './signingKey.ts'

const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

/** `type`: what is signed, where it is not plain data. `encloses`: it comes with its signature. */
type About = { type?: string; encloses?: boolean }

/** CMS, signed by its attributes; these in DER's order, the shortest first (RFC 5652, 5.4). */
export async function signCms(
  content: Buffer,
  { key, chain }: SigningKey,
  { type = ContentInfo.DATA, encloses = false }: About = {},
): Promise<SignedData> {
  const certificates = chain.map(({ raw }) => Certificate.fromBER(raw))
  const { issuer, serialNumber } = certificates[0]!
  const essCertificate = new Sequence({ value: [octets(sha256(chain[0]!.raw))] })
  const attributes = [
    new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: type })] }),
    new Attribute({ type: MESSAGE_DIGEST, values: [octets(sha256(content))] }),
    new Attribute({
      type: SIGNING_CERTIFICATE_V2,
      values: [new Sequence({ value: [new Sequence({ value: [essCertificate] })] })],
    }),
  ]
  const signed = new SignedData({
    version: encloses ? 3 : 1,
    certificates,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: type,
      ...(encloses && { eContent: octets(content) }),
    }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: sortForDer(attributes) }),
      }),
    ],
  })
  await signed.sign(key, 0, 'SHA-256')
  if (key.algorithm.name !== 'ECDSA') Object.assign(signed.signerInfos[0]!.signatureAlgorithm, rsaWithSha256())
  return signed
}

/** DER sorts the members of a set by their bytes. */
const sortForDer = (attributes: Attribute[]) =>
  attributes.toSorted((a, b) => Buffer.compare(Buffer.from(a.toSchema().toBER()), Buffer.from(b.toSchema().toBER())))

export function wrapContentInfo(signed: SignedData): Buffer {
  const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

/** SHA-2 alone: by object identifier, as node calls them. */
const DIGESTS: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const PSS = '1.2.840.113549.1.1.10'
/** RSA (PKCS #1 v1.5 and PSS) and ECDSA, each over SHA-2. */
const SIGNATURES = new Set([
  '1.2.840.113549.1.1.1',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  PSS,
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
])
const MIN_RSA_BITS = 2048

/** Reads CMS of strangers (RFC 5652): DER within its bounds, of one signer, signed by its attributes. Throws otherwise. */
export function readSignedData(der: Uint8Array): SignedData {
  checkDer(der)
  const info = ContentInfo.fromBER(plainBytes(der))
  if (info.contentType !== ContentInfo.SIGNED_DATA) throw new Error('no signed data')
  const signed = new SignedData({ schema: info.content })
  const [signer, ...others] = signed.signerInfos
  if (!signer?.signedAttrs || others.length > 0) throw new Error('not one signer with signed attributes')
  const kinds = signer.signedAttrs.attributes.map(({ type }) => type)
  if (new Set(kinds).size !== kinds.length) throw new Error('an attribute that stands twice')
  return signed
}

/** `content`: what must be signed. `stamped`: of a time stamp, the bytes that it is for. */
type Expected = { type: string; content: Buffer; stamped?: Buffer }

/**
 * The certificate by whose key the signature holds over `content`: of those that come with it any other may be forged, and
 * whose it is, is not said. Throws where it does not hold, or is made in a way that is not allowed. The digest of the
 * content is compared here: pkijs takes what the CMS encloses for the content, where it encloses anything.
 */
export async function verifySigner(signed: SignedData, { type, content, stamped }: Expected): Promise<X509Certificate> {
  const { digestAlgorithm, signatureAlgorithm, signedAttrs } = signed.signerInfos[0]!
  const digestName = DIGESTS[digestAlgorithm.algorithmId]
  if (!digestName || !SIGNATURES.has(signatureAlgorithm.algorithmId))
    throw new Error('an algorithm that is not allowed')
  const attributeOf = (kind: string) => {
    const found = signedAttrs!.attributes.find(attribute => attribute.type === kind)
    return found?.values.length === 1 ? found.values[0] : undefined
  }
  const [contentType, digest] = [attributeOf(CONTENT_TYPE), attributeOf(MESSAGE_DIGEST)]
  const isOfType =
    contentType instanceof ObjectIdentifier &&
    contentType.getValue() === type &&
    signed.encapContentInfo.eContentType === type
  if (!isOfType) throw new Error('a signature over content of another type')
  const isOfContent =
    digest instanceof OctetString && hash(digestName, content, 'buffer').equals(digest.valueBlock.valueHexView)
  if (!isOfContent) throw new Error('a signature over other content')
  const data = plainBytes(stamped ?? content).buffer
  const verdict = await signed.verify({ signer: 0, data, extendedMode: true })
  const certificate = new X509Certificate(Buffer.from(verdict.signerCertificate!.toSchema().toBER()))
  const { modulusLength = MIN_RSA_BITS } = certificate.publicKey.asymmetricKeyDetails ?? {}
  if (modulusLength < MIN_RSA_BITS) throw new Error('a key that is too short')
  if (!verdict.signatureVerified || !namesCertificate(signed, certificate))
    throw new Error('the signature does not hold')
  return certificate
}

/**
 * Whether the signed attributes name this certificate by its hash; true where they contain no such attribute that can
 * be read.
 */
function namesCertificate(signed: SignedData, certificate: X509Certificate): boolean {
  const attribute = signed.signerInfos[0]?.signedAttrs?.attributes.find(({ type }) => type === SIGNING_CERTIFICATE_V2)
  const named = attribute ? firstOf(firstOf(firstOf(attribute.values[0]))) : undefined
  return !(named instanceof OctetString) || Buffer.from(named.valueBlock.valueHexView).equals(sha256(certificate.raw))
}
const firstOf = (value: unknown): unknown => (value instanceof Sequence ? value.valueBlock.value[0] : undefined)

/**
 * The CMS as its signature, its certificates and its time stamp determine it. Versions, identifiers and the rest are
 * covered by no signature: a file is as it was given out only where its CMS is byte for byte this one.
 */
export function canonicalCms(signed: SignedData, certificate: X509Certificate): Buffer {
  const { encapContentInfo, certificates, digestAlgorithms } = signed
  const { sid, signedAttrs, signature, digestAlgorithm, signatureAlgorithm } = signed.signerInfos[0]!
  const { issuer, serialNumber } = Certificate.fromBER(certificate.raw)
  const bySerial = sid instanceof IssuerAndSerialNumber
  if (digestAlgorithms.some(({ algorithmId }) => algorithmId !== digestAlgorithm.algorithmId))
    throw new Error('more digests than one')
  const again = new SignedData({
    version: bySerial && encapContentInfo.eContentType === ContentInfo.DATA ? 1 : 3,
    digestAlgorithms: digestAlgorithms.slice(0, 1).map(plainAlgorithm),
    encapContentInfo,
    ...(certificates && { certificates }),
    signerInfos: [
      new SignerInfo({
        version: bySerial ? 1 : 3,
        sid: bySerial ? new IssuerAndSerialNumber({ issuer, serialNumber }) : sid,
        digestAlgorithm: plainAlgorithm(digestAlgorithm),
        signatureAlgorithm:
          signatureAlgorithm.algorithmId === PSS ? signatureAlgorithm : plainAlgorithm(signatureAlgorithm),
        signature,
        ...(signedAttrs && { signedAttrs }),
      }),
    ],
  })
  const token = timeStampIn(signed)
  if (token) keepTimeStamp(again, token)
  return wrapContentInfo(again)
}

/** Adds NULL for parameters only where they are present: both forms are in use (RFC 5754, 2). */
const plainAlgorithm = ({ algorithmId, algorithmParams }: AlgorithmIdentifier) =>
  new AlgorithmIdentifier({ algorithmId, ...(algorithmParams && { algorithmParams: new Null() }) })

const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14'

/** Puts a time stamp to the signature, which does not sign it (RFC 5126, 6.1.1). */
export function keepTimeStamp(signed: SignedData, token: Buffer): void {
  const attributes = [
    new Attribute({ type: TIME_STAMP_TOKEN, values: [ContentInfo.fromBER(plainBytes(token)).toSchema()] }),
  ]
  signed.signerInfos[0]!.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes })
}

/** The token that came with a signature, as it was given. */
export function timeStampIn(signed: SignedData): Buffer | undefined {
  const attribute = signed.signerInfos[0]?.unsignedAttrs?.attributes.find(({ type }) => type === TIME_STAMP_TOKEN)
  const [token] = attribute?.values ?? []
  return token && Buffer.from(token.toBER())
}

/** Bytes of the signature value, which a time stamp covers. */
export const signatureIn = (signed: SignedData): Buffer =>
  Buffer.from(signed.signerInfos[0]!.signature.valueBlock.valueHexView)

/** The one by whose key it holds: of those that come with it any but that may be forged. */
export const chainIn = (signed: SignedData): Buffer[] =>
  (signed.certificates ?? []).flatMap(one => (one instanceof Certificate ? Buffer.from(one.toSchema().toBER()) : []))

export const isCertificateOf = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

export const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')
/** Copies bytes into the type that the ASN.1 libraries take. */
export const plainBytes = (bytes: Uint8Array) => new Uint8Array(bytes)
export const octets = (bytes: Buffer) => new OctetString({ valueHex: plainBytes(bytes) })
