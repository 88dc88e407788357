import { answerParser } from '../parsers/parserScript.ts'
import { type SealFindings, sealFindings } from '../seals/sealFindings.ts'
import { type PdfFindings, readPdfSignature } from './pdfVerification.ts'

/** A signed file of a stranger: a PDF, or the value of a seal (GB/T 38540). */
export type SignedFile = { kind: 'pdf' | 'seal'; bytes: Uint8Array }
export type SignatureFindings = PdfFindings | SealFindings

answerParser(({ kind, bytes }: SignedFile): Promise<SignatureFindings> => {
  const whole = Buffer.from(bytes)
  return kind === 'pdf' ? readPdfSignature(whole) : sealFindings(whole)
})
