import { X509Certificate } from 'node:crypto'
import { ContentInfo, SignedData } from 'pkijs'
import { iso } from '#lib/dates.ts'
import { keepTimeStamp, namesCertificate, signatureIn, signCms, timeStampIn, wrapped } from './cms.ts'
import { findChanges, writeParts } from './pdfParts.ts'
import { openPdf, pdfText, readPdfText, withEntry } from './pdfUpdate.ts'
import { nameOn, type SigningKey } from './signingKey.ts'
import { readTimeStamp } from './timeStamp.ts'
import { type Validation, validationObjects } from './validation.ts'

/** `contact`: where a reader can check the document. */
export type SignatureAbout = { reason: string; contact: string; at: Date }

/** What comes with a signature so that it can be checked when its certificates are long over. */
export type Lasting = {
  /** A token of the time for these bytes; undefined: there is none to be had now. */
  stamp?: (signature: Buffer) => Promise<Buffer | undefined>
  /** What the chain's authorities say of its certificates today. */
  validation?: Validation
}

/** In bytes, of a token with its certificates. */
const STAMP_ROOM = 12 << 10

/**
 * The document with a signature that nobody sees on its pages: PAdES, baseline B-B, with a time stamp B-T, with validation
 * data B-LT (ETSI EN 319 142-1). The data are part of what is signed: nothing comes behind the signature.
 */
export async function addSignature(
  pdf: Buffer,
  key: SigningKey,
  about: SignatureAbout,
  { stamp, validation }: Lasting = {},
): Promise<Buffer> {
  const { size, root, firstPage, read, add } = openPdf(pdf)
  // In hexadecimal: what the certificates take, and about 1,000 bytes around them.
  const room = 2 * (2048 + (stamp ? STAMP_ROOM : 0) + key.chain.reduce((sum, { raw }) => sum + raw.length, 0))
  const [signature, field] = [size, size + 1]
  const widget = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V ${signature} 0 R /P ${firstPage} 0 R /F 132 /Rect [0 0 0 0] >>`
  const parts = size + 2
  const written = writeParts(pdf)
  const kept = validation && validationObjects(validation, size + 3)
  const entries = [
    `/AcroForm << /SigFlags 3 /Fields [${field} 0 R] >> ${unchangeable(signature)}`,
    `/PieceInfo << /Hangxie << /LastModified (${pdfMoment(about.at)}) /Private ${parts} 0 R >> >>`,
    kept?.entry ?? '',
  ].join(' ')
  const signed = add(
    new Map([
      [root, withEntry(read(root), entries.trimEnd())],
      [firstPage, withAnnotation(read(firstPage), `${field} 0 R`)],
      [signature, signatureDictionary(about, nameOn(key.chain[0]!), room)],
      [field, widget],
      [parts, `<< /Length ${written.length} >>\nstream\n${written}\nendstream`],
      ...(kept?.objects ?? []),
    ]),
  )
  const from = signed.lastIndexOf('/Contents <') + '/Contents '.length
  const to = from + room + 2
  const range = `/ByteRange [0 ${from} ${to} ${signed.length - to}]`
  signed.write(range.padEnd(UNKNOWN_RANGE.length), signed.lastIndexOf(UNKNOWN_RANGE), 'latin1')
  const own = await signCms(Buffer.concat([signed.subarray(0, from), signed.subarray(to)]), key)
  const token = await stamp?.(signatureIn(own))
  if (token && token.length <= STAMP_ROOM) keepTimeStamp(own, token)
  const cms = wrapped(own)
  signed.write(cms.toString('hex').padEnd(room, '0'), from + 1, 'latin1')
  return signed
}

/** Readers call any later addition a breach, not a note. */
const unchangeable = (signature: number) => `/Perms << /DocMDP ${signature} 0 R >>`
const NO_CHANGES = '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /P 1 /V /1.2 >> >>]'

const pdfMoment = (at: Date) => `D:${iso(at).slice(0, 19).replace(/[-T:]/g, '')}+08'00'`
const UNKNOWN_RANGE = `/ByteRange [0 ${Array(3).fill('9999999999').join(' ')}]`

/** Its texts in hexadecimal: whatever they hold, none looks like an entry. */
const signatureDictionary = ({ reason, contact, at }: SignatureAbout, name: string, room: number) =>
  `<<
  /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached
  ${NO_CHANGES}
  /Name ${pdfText(name)} /Reason ${pdfText(reason)} /ContactInfo ${pdfText(contact)}
  /M (${pdfMoment(at)})
  ${UNKNOWN_RANGE}
  /Contents <${'0'.repeat(room)}>
>>`

const withAnnotation = (page: string, annotation: string) =>
  page.includes('/Annots [')
    ? page.replace('/Annots [', `/Annots [${annotation} `)
    : withEntry(page, `/Annots [${annotation}]`)

export type Verified = {
  signed: boolean
  /** Every byte of the file is as it was when it was signed, by the key of `certificate`; whose that is, is not said. */
  intact: boolean
  signer: string
  at: string | null
  reason: string
  contact: string
  certificate: X509Certificate | null
  /** When it was signed at the latest, by somebody else's clock. */
  stamp: { at: Date; by: string } | null
  /** What is otherwise than it was signed, in words; empty where it is whole. */
  changes: string[]
}

const unsigned: Verified = {
  signed: false,
  intact: false,
  signer: '',
  at: null,
  reason: '',
  contact: '',
  certificate: null,
  stamp: null,
  changes: [],
}

/** What the last signature in a file says, and whether it holds. Reads no more of the file than that. */
export async function verifyPdf(pdf: Buffer): Promise<Verified> {
  const text = pdf.toString('latin1')
  const found = [...text.matchAll(BYTE_RANGE)].at(-1)
  if (!found) return unsigned
  const [start, from, to, rest] = found.slice(1).map(Number) as [number, number, number, number]
  const contents = hexIn(text.slice(from, to))
  if (!contents) return { ...unsigned, signed: true, changes: findChanges(pdf, to + rest) }
  const isWhole = start === 0 && found.index < from && to + rest === pdf.length && isFilledUp(contents)
  const verdict = await verifyCms(contents, Buffer.concat([pdf.subarray(0, from), pdf.subarray(to)]))
  const said = readDictionary(text.slice(text.lastIndexOf(' obj', found.index), found.index))
  const intact = isWhole && verdict.intact
  return { ...said, ...verdict, signed: true, intact, changes: intact ? [] : findChanges(pdf, to + rest) }
}

/** With so much room as anybody leaves in it: an expression that may run on and on wants more stack than there is. */
const BYTE_RANGE =
  /\/ByteRange\s{0,99}\[\s{0,99}(\d{1,99})\s{1,99}(\d{1,99})\s{1,99}(\d{1,99})\s{1,99}(\d{1,99})\s{0,99}\]/g

/** What stands between the brackets of a text in hexadecimal; undefined where anything else does, or nothing. */
function hexIn(place: string): string | undefined {
  const hex = place.slice(1, -1)
  const isWhole = place.startsWith('<') && place.endsWith('>') && hex !== ''
  return isWhole && !/[^0-9a-fA-F]/.test(hex) ? hex : undefined
}

/** Behind the signature its place holds nothing: no signature covers what stands there. */
function isFilledUp(contents: string): boolean {
  const head = Buffer.from(contents.slice(0, 12), 'hex')
  const long = head[1]! & 0x80 ? head[1]! & 0x7f : 0
  if (long > 4) return false
  const length = 2 + long + (long ? head.readUIntBE(2, long) : head[1]!)
  return !/[^0]/.test(contents.slice(2 * length))
}

/** The certificate is the one by whose key the signature holds: of those that come with it any but that may be forged. */
async function verifyCms(
  contents: string,
  data: Buffer,
): Promise<Pick<Verified, 'intact' | 'signer' | 'certificate' | 'stamp'>> {
  try {
    const { content } = ContentInfo.fromBER(Buffer.from(contents, 'hex'))
    const signed = new SignedData({ schema: content })
    const verdict = await signed.verify({
      signer: 0,
      data: new Uint8Array(data).buffer,
      extendedMode: true,
    })
    const der = verdict.signerCertificate!.toSchema().toBER()
    const certificate = new X509Certificate(Buffer.from(der))
    const intact = verdict.signatureVerified === true && namesCertificate(signed, certificate)
    return { intact, signer: nameOn(certificate), certificate, stamp: intact ? await stampOn(signed) : null }
  } catch {
    return { intact: false, signer: '', certificate: null, stamp: null }
  }
}

/** A stamp that does not hold says nothing. */
async function stampOn(signed: SignedData): Promise<Verified['stamp']> {
  const token = timeStampIn(signed)
  if (!token) return null
  const read = await readTimeStamp(token, signatureIn(signed)).catch(() => undefined)
  return read ? { at: read.at, by: read.by } : null
}

function readDictionary(text: string): Pick<Verified, 'reason' | 'contact' | 'at'> {
  const textOf = (name: string) => readPdfText(new RegExp(`/${name} ?<([0-9a-f]{0,9999})>`).exec(text)?.[1] ?? '')
  const moment = /\/M ?\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\+08'00'?\)/.exec(text)
  const [, year, month, day, hour, minute, second] = moment ?? []
  return {
    reason: textOf('Reason'),
    contact: textOf('ContactInfo'),
    at: moment && `${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`,
  }
}
