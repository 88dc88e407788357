import { iso } from '#lib/dates.ts'
import { keepTimeStamp, signatureIn, signCms, wrapContentInfo } from './cms.ts'
import { writeParts } from './pdfParts.ts'
import { openPdf, pdfText, withEntry } from './pdfUpdate.ts'
import { nameOn, type SigningKey } from './signingKey.ts'
import { type Validation, validationObjects } from './validation.ts'

/** `contact`: where a reader can check the document. */
export type SignatureAbout = { reason: string; contact: string; at: Date }

/** Data stored with a signature so that it can be verified after its certificates have expired. */
export type LongTermData = {
  /** A token of the time for these bytes; undefined: there is none to be had now. */
  stamp?: (signature: Buffer) => Promise<Buffer | undefined>
  /** Revocation data of the chain's authorities as of today. */
  validation?: Validation
}

/** Bytes reserved for a token with its certificates. */
const STAMP_BYTES = 12 << 10

/**
 * The document with a signature that nobody sees on its pages: PAdES, baseline B-B, with a time stamp B-T, with validation
 * data B-LT (ETSI EN 319 142-1). The data are part of what is signed: nothing comes behind the signature.
 */
export async function addSignature(
  pdf: Buffer,
  key: SigningKey,
  about: SignatureAbout,
  { stamp, validation }: LongTermData = {},
): Promise<Buffer> {
  const { size, root, firstPage, read, add } = openPdf(pdf)
  // Length in hexadecimal digits: the certificates, and 2,048 bytes for the rest, which takes about 1,000.
  const room = 2 * (2048 + (stamp ? STAMP_BYTES : 0) + key.chain.reduce((sum, { raw }) => sum + raw.length, 0))
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
  if (token && token.length <= STAMP_BYTES) keepTimeStamp(own, token)
  const cms = wrapContentInfo(own)
  signed.write(cms.toString('hex').padEnd(room, '0'), from + 1, 'latin1')
  return signed
}

/** Readers call any later addition a breach, not a note. */
const unchangeable = (signature: number) => `/Perms << /DocMDP ${signature} 0 R >>`
const NO_CHANGES = '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /P 1 /V /1.2 >> >>]'

const pdfMoment = (at: Date) => `D:${iso(at).slice(0, 19).replace(/[-T:]/g, '')}+08'00'`
const UNKNOWN_RANGE = `/ByteRange [0 ${Array(3).fill('9999999999').join(' ')}]`

/** Texts in hexadecimal, so that no content looks like a PDF entry. */
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
