import { X509Certificate } from 'node:crypto'
import { defineParser, UnparsableError } from '../parsers/parser.ts'
import { type CheckedSealValue, fromFindings, type SealFindings } from '../seals/sealFindings.ts'
import type { FileFindings, SignatureFindings, SignedFile } from './signatureParser.ts'
import type { TimeStamp } from './timeStamp.ts'

/** Parses one signed file at a time, in a separate process: hostile ASN.1 can take seconds and gigabytes. */
const parse = defineParser<SignedFile, SignatureFindings>({
  script: new URL('./signatureParser.ts', import.meta.url),
  runsIn: 'process',
  timeoutMs: 2_000,
  memoryMb: 200,
})

export type VerifiedPdf = Omit<FileFindings, 'certificate' | 'chain' | 'stamp'> & {
  /** Certificate whose key the signature verifies with; null if it does not verify. */
  certificate: X509Certificate | null
  chain: X509Certificate[]
  stamp: TimeStamp | null
}

/** Result when the parser has given up: nothing of the file is trusted. */
const unreadable: FileFindings = {
  signed: true,
  intact: false,
  isCanonical: false,
  signer: '',
  at: null,
  reason: '',
  contact: '',
  certificate: null,
  chain: [],
  stamp: null,
  sm3: '',
  changes: ['签名数据过大或结构异常，不是正常的数字签名'],
}

/** Verifies the last signature in a PDF. `caller`: several files of one caller wait for each other only. */
export async function verifyPdf(pdf: Buffer, caller?: string): Promise<VerifiedPdf> {
  const { certificate, chain, stamp, ...found } = await parse({ kind: 'pdf', bytes: pdf }, caller).then(
    answer => answer as FileFindings,
    error => {
      if (error instanceof UnparsableError) return unreadable
      throw error
    },
  )
  return {
    ...found,
    certificate: certificate && new X509Certificate(certificate),
    chain: chain.map(toCertificate),
    stamp: stamp && withCertificates(stamp),
  }
}

const toCertificate = (der: Buffer) => new X509Certificate(der)
const withCertificates = ({ chain, ...said }: NonNullable<FileFindings['stamp']>): TimeStamp => ({
  ...said,
  chain: chain.map(toCertificate),
})

export type ForeignSeal = Omit<CheckedSealValue, 'foundStamp'> & { foundStamp: TimeStamp | null }

/** Parses the value of a seal (GB/T 38540); undefined if it is none, or cannot be parsed within its bounds. */
export async function readForeignSeal(bytes: Buffer, caller?: string): Promise<ForeignSeal | undefined> {
  try {
    const { foundStamp, ...read } = fromFindings((await parse({ kind: 'seal', bytes }, caller)) as SealFindings)
    return { ...read, foundStamp: foundStamp && withCertificates(foundStamp) }
  } catch (error) {
    if (error instanceof UnparsableError) return
    throw error
  }
}
