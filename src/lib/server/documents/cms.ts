import { hash, type X509Certificate } from 'node:crypto'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
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
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: inOrder(attributes) }),
      }),
    ],
  })
  await signed.sign(key, 0, 'SHA-256')
  if (key.algorithm.name !== 'ECDSA') Object.assign(signed.signerInfos[0]!.signatureAlgorithm, rsaWithSha256())
  return signed
}

/** As DER wants the members of a set: by their bytes. */
const inOrder = (attributes: Attribute[]) =>
  attributes.toSorted((a, b) => Buffer.compare(Buffer.from(a.toSchema().toBER()), Buffer.from(b.toSchema().toBER())))

export function wrapped(signed: SignedData): Buffer {
  const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

/** Whether the signature itself names this certificate by its hash; one that names none in our way is not asked. */
export function namesCertificate(signed: SignedData, certificate: X509Certificate): boolean {
  const attribute = signed.signerInfos[0]?.signedAttrs?.attributes.find(({ type }) => type === SIGNING_CERTIFICATE_V2)
  const named = attribute ? firstOf(firstOf(firstOf(attribute.values[0]))) : undefined
  return !(named instanceof OctetString) || Buffer.from(named.valueBlock.valueHexView).equals(sha256(certificate.raw))
}
const firstOf = (value: unknown): unknown => (value instanceof Sequence ? value.valueBlock.value[0] : undefined)

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

/** What was signed in the end: the bytes of the signature, which a time stamp is for. */
export const signatureIn = (signed: SignedData): Buffer =>
  Buffer.from(signed.signerInfos[0]!.signature.valueBlock.valueHexView)

/** The one by whose key it holds: of those that come with it any but that may be forged. */
export const chainIn = (signed: SignedData): Buffer[] =>
  (signed.certificates ?? []).flatMap(one => (one instanceof Certificate ? Buffer.from(one.toSchema().toBER()) : []))

export const isCertificateOf = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

export const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')
/** As the libraries for ASN.1 take them. */
export const plainBytes = (bytes: Buffer) => new Uint8Array(bytes)
export const octets = (bytes: Buffer) => new OctetString({ valueHex: plainBytes(bytes) })
