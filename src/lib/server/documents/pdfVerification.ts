import { ContentInfo } from 'pkijs'
import { canonicalCms, chainIn, readSignedData, signatureIn, timeStampIn, verifySigner } from './cms.ts'
import { findChanges } from './pdfParts.ts'
import { readPdfText } from './pdfUpdate.ts'
import { nameOn } from './signingKey.ts'
import { type FoundStamp, findStamp } from './timeStamp.ts'

/** Findings about the signature of an untrusted PDF, with certificates in DER. */
export type PdfFindings = {
  signed: boolean
  /** Every byte is as it was when signed by the key of `certificate`. Says nothing about whose key that is. */
  intact: boolean
  /** The file has no unsigned bytes beside the signature: no byte of it could differ. */
  isCanonical: boolean
  signer: string
  at: string | null
  reason: string
  contact: string
  certificate: Buffer | null
  /** Certificates embedded in the signature. */
  chain: Buffer[]
  /** Time stamp that gives the latest time of signing. Says nothing about whether its issuer is trusted. */
  stamp: FoundStamp | null
  /** Differences from the signed document, in words; empty if there are none. */
  changes: string[]
}

const unsigned: PdfFindings = {
  signed: false,
  intact: false,
  isCanonical: false,
  signer: '',
  at: null,
  reason: '',
  contact: '',
  certificate: null,
  chain: [],
  stamp: null,
  changes: [],
}

/** Reads the last signature in a file, and no more of the file than that. Runs as a parser: what it reads is a stranger's. */
export async function readPdfSignature(pdf: Buffer): Promise<PdfFindings> {
  const text = pdf.toString('latin1')
  const found = [...text.matchAll(BYTE_RANGE)].at(-1)
  if (!found) return unsigned
  const [start, from, to, rest] = found.slice(1).map(Number) as [number, number, number, number]
  const contents = contentsIn(text.slice(from, to))
  if (!contents) return { ...unsigned, signed: true, changes: findChanges(pdf, to + rest) }
  const isWhole = start === 0 && found.index < from && to + rest === pdf.length && contents.isFilledUp
  const verdict = await verifyCms(contents.der, Buffer.concat([pdf.subarray(0, from), pdf.subarray(to)]))
  const said = readDictionary(text.slice(text.lastIndexOf(' obj', found.index), found.index))
  const intact = isWhole && verdict.intact
  return {
    ...said,
    ...verdict,
    signed: true,
    intact,
    isCanonical: intact && verdict.isCanonical && contents.isLowerCase,
    changes: intact ? [] : findChanges(pdf, to + rest),
  }
}

/** Repetitions are bounded: an unbounded expression could exhaust the stack on a hostile file. */
const BYTE_RANGE =
  /\/ByteRange\s{0,99}\[\s{0,99}(\d{1,99})\s{1,99}(\d{1,99})\s{1,99}(\d{1,99})\s{1,99}(\d{1,99})\s{0,99}\]/g

type Contents = { der: Buffer; isFilledUp: boolean; isLowerCase: boolean }

/**
 * The CMS that stands between the brackets of a text in hexadecimal; undefined where anything else does, or nothing. No
 * signature covers what stands behind it, which therefore is zeros.
 */
function contentsIn(place: string): Contents | undefined {
  const hex = place.slice(1, -1)
  const isHex = place.startsWith('<') && place.endsWith('>') && hex !== '' && !/[^0-9a-fA-F]/.test(hex)
  if (!isHex) return
  const head = Buffer.from(hex.slice(0, 12), 'hex')
  const long = head.length > 1 && head[1]! & 0x80 ? head[1]! & 0x7f : 0
  const length = head.length < 2 + long || long > 4 ? 0 : 2 + long + (long ? head.readUIntBE(2, long) : head[1]!)
  const used = hex.slice(0, 2 * length)
  return {
    der: Buffer.from(used, 'hex'),
    isFilledUp: length > 0 && !/[^0]/.test(hex.slice(2 * length)),
    isLowerCase: !/[A-F]/.test(used),
  }
}

type CmsFindings = Pick<PdfFindings, 'intact' | 'isCanonical' | 'signer' | 'certificate' | 'chain' | 'stamp'>

async function verifyCms(der: Buffer, content: Buffer): Promise<CmsFindings> {
  try {
    const signed = readSignedData(der)
    // An enclosed content is what others would verify instead of the file (ISO 32000-2, 12.8.3.3: detached).
    if (signed.encapContentInfo.eContent) throw new Error('the signature encloses a content of its own')
    const certificate = await verifySigner(signed, { type: ContentInfo.DATA, content })
    const token = timeStampIn(signed)
    const stamp = token ? await findStamp(token, signatureIn(signed)) : null
    return {
      intact: true,
      // A stamp that does not hold was put there by somebody else.
      isCanonical: canonicalCms(signed, certificate).equals(der) && (!token || stamp !== null),
      signer: nameOn(certificate),
      certificate: certificate.raw,
      chain: chainIn(signed),
      stamp,
    }
  } catch {
    return { intact: false, isCanonical: false, signer: '', certificate: null, chain: [], stamp: null }
  }
}

function readDictionary(text: string): Pick<PdfFindings, 'reason' | 'contact' | 'at'> {
  const textOf = (name: string) => readPdfText(new RegExp(`/${name} ?<([0-9a-f]{0,9999})>`).exec(text)?.[1] ?? '')
  const moment = /\/M ?\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\+08'00'?\)/.exec(text)
  const [, year, month, day, hour, minute, second] = moment ?? []
  return {
    reason: textOf('Reason'),
    contact: textOf('ContactInfo'),
    at: moment && `${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`,
  }
}
