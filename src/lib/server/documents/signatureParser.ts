import { answerParser } from '../parsers/parserScript.ts'
import { type SealFindings, sealFindings } from '../seals/sealFindings.ts'
import { sm3 } from '../seals/sm2.ts'
import { type PdfFindings, readPdfSignature } from './pdfVerification.ts'

/** A signed file of a stranger: a PDF, or the value of a seal (GB/T 38540). */
export type SignedFile = { kind: 'pdf' | 'seal'; bytes: Uint8Array }
/** `sm3`: of the whole file, in hexadecimal. It takes 10 ms a megabyte, which is why it is not left to the site. */
export type FileFindings = PdfFindings & { sm3: string }
export type SignatureFindings = FileFindings | SealFindings

answerParser(async ({ kind, bytes }: SignedFile): Promise<SignatureFindings> => {
  const whole = Buffer.from(bytes)
  if (kind === 'seal') return sealFindings(whole)
  return { ...(await readPdfSignature(whole)), sm3: sm3(whole).toString('hex') }
})
