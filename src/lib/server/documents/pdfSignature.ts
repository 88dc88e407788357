import { hash, X509Certificate } from 'node:crypto'
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
import { iso } from '#lib/dates.ts'
import { openPdf, pdfText, readPdfText, withEntry } from './pdfUpdate.ts'
import { nameOn, rsaWithSha256, type SigningKey } from './signingKey.ts'

/** `contact`: where a reader can check the document. */
export type SignatureAbout = { reason: string; contact: string; at: Date }

/** The document with a signature that nobody sees on its pages: PAdES, baseline B-B (ETSI EN 319 142-1). */
export async function addSignature(pdf: Buffer, key: SigningKey, about: SignatureAbout): Promise<Buffer> {
  const { size, root, firstPage, read, add } = openPdf(pdf)
  // In hexadecimal: what the certificates take, and about 1,000 bytes around them.
  const room = 2 * (2048 + key.chain.reduce((sum, { raw }) => sum + raw.length, 0))
  const [signature, field] = [size, size + 1]
  const widget = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V ${signature} 0 R /P ${firstPage} 0 R /F 132 /Rect [0 0 0 0] >>`
  const signed = add(
    new Map([
      [root, withEntry(read(root), `/AcroForm << /SigFlags 3 /Fields [${field} 0 R] >> ${unchangeable(signature)}`)],
      [firstPage, withAnnotation(read(firstPage), `${field} 0 R`)],
      [signature, signatureDictionary(about, nameOn(key.chain[0]!), room)],
      [field, widget],
    ]),
  )
  const from = signed.lastIndexOf('/Contents <') + '/Contents '.length
  const to = from + room + 2
  const range = `/ByteRange [0 ${from} ${to} ${signed.length - to}]`
  signed.write(range.padEnd(UNKNOWN_RANGE.length), signed.lastIndexOf(UNKNOWN_RANGE), 'latin1')
  const cms = await signDetached(Buffer.concat([signed.subarray(0, from), signed.subarray(to)]), key)
  signed.write(cms.toString('hex').padEnd(room, '0'), from + 1, 'latin1')
  return signed
}

/** Readers call any later addition a breach, not a note. */
const unchangeable = (signature: number) => `/Perms << /DocMDP ${signature} 0 R >>`
const NO_CHANGES = '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /P 1 /V /1.2 >> >>]'

const UNKNOWN_RANGE = `/ByteRange [0 ${Array(3).fill('9999999999').join(' ')}]`

/** Its texts in hexadecimal: whatever they hold, none looks like an entry. */
const signatureDictionary = ({ reason, contact, at }: SignatureAbout, name: string, room: number) =>
  `<<
  /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached
  ${NO_CHANGES}
  /Name ${pdfText(name)} /Reason ${pdfText(reason)} /ContactInfo ${pdfText(contact)}
  /M (D:${iso(at).slice(0, 19).replace(/[-T:]/g, '')}+08'00')
  ${UNKNOWN_RANGE}
  /Contents <${'0'.repeat(room)}>
>>`

const withAnnotation = (page: string, annotation: string) =>
  page.includes('/Annots [')
    ? page.replace('/Annots [', `/Annots [${annotation} `)
    : withEntry(page, `/Annots [${annotation}]`)

const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

/** CMS without the content itself, signed by its attributes; these in DER's order, the shortest first. */
async function signDetached(content: Buffer, { key, chain }: SigningKey): Promise<Buffer> {
  const certificates = chain.map(({ raw }) => Certificate.fromBER(raw))
  const { issuer, serialNumber } = certificates[0]!
  const essCertificate = new Sequence({ value: [octets(sha256(chain[0]!.raw))] })
  const attributes = [
    new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: ContentInfo.DATA })] }),
    new Attribute({ type: MESSAGE_DIGEST, values: [octets(sha256(content))] }),
    new Attribute({
      type: SIGNING_CERTIFICATE_V2,
      values: [new Sequence({ value: [new Sequence({ value: [essCertificate] })] })],
    }),
  ]
  const signed = new SignedData({
    version: 1,
    certificates,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
  })
  await signed.sign(key, 0, 'SHA-256')
  if (key.algorithm.name !== 'ECDSA') Object.assign(signed.signerInfos[0]!.signatureAlgorithm, rsaWithSha256())
  const wrapped = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(wrapped.toSchema().toBER())
}

const sha256 = (bytes: Buffer) => hash('sha256', bytes, 'buffer')
const octets = (bytes: Buffer) => new OctetString({ valueHex: new Uint8Array(bytes) })

export type Verified = {
  signed: boolean
  /** Every byte of the file is as it was when it was signed, by the key of `certificate`; whose that is, is not said. */
  intact: boolean
  signer: string
  at: string | null
  reason: string
  contact: string
  certificate: X509Certificate | null
}

const unsigned: Verified = {
  signed: false,
  intact: false,
  signer: '',
  at: null,
  reason: '',
  contact: '',
  certificate: null,
}

/** What the last signature in a file says, and whether it holds. Reads no more of the file than that. */
export async function verifyPdf(pdf: Buffer): Promise<Verified> {
  const text = pdf.toString('latin1')
  const found = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].at(-1)
  if (!found) return unsigned
  const [start, from, to, rest] = found.slice(1).map(Number) as [number, number, number, number]
  const contents = /^<([0-9a-fA-F]+)>$/.exec(text.slice(from, to))?.[1]
  if (!contents) return { ...unsigned, signed: true }
  const isWhole = start === 0 && found.index < from && to + rest === pdf.length
  const verdict = await verifyCms(contents, Buffer.concat([pdf.subarray(0, from), pdf.subarray(to)]))
  const said = readDictionary(text.slice(text.lastIndexOf(' obj', found.index), found.index))
  return { ...said, ...verdict, signed: true, intact: isWhole && verdict.intact }
}

/** The certificate is the one by whose key the signature holds: of those that come with it any but that may be forged. */
async function verifyCms(contents: string, data: Buffer): Promise<Pick<Verified, 'intact' | 'signer' | 'certificate'>> {
  try {
    const { content } = ContentInfo.fromBER(Buffer.from(contents, 'hex'))
    const verdict = await new SignedData({ schema: content }).verify({
      signer: 0,
      data: new Uint8Array(data).buffer,
      extendedMode: true,
    })
    const der = verdict.signerCertificate!.toSchema().toBER()
    const certificate = new X509Certificate(Buffer.from(der))
    return { intact: verdict.signatureVerified === true, signer: nameOn(certificate), certificate }
  } catch {
    return { intact: false, signer: '', certificate: null }
  }
}

function readDictionary(text: string): Pick<Verified, 'reason' | 'contact' | 'at'> {
  const textOf = (name: string) => readPdfText(new RegExp(`/${name} ?<([0-9a-f]*)>`).exec(text)?.[1] ?? '')
  const moment = /\/M ?\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\+08'00'?\)/.exec(text)
  const [, year, month, day, hour, minute, second] = moment ?? []
  return {
    reason: textOf('Reason'),
    contact: textOf('ContactInfo'),
    at: moment && `${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`,
  }
}
