import { X509Certificate } from 'node:crypto'
import { type FoundStamp, findStamp } from '../documents/timeStamp.ts'
import type { ElectronicSeal } from './electronicSeal.ts'
import { type ReadSealValue, readSealValue } from './sealSignature.ts'

/** Value of a seal as a parser passes it to the program: certificates in DER. */
export type SealFindings = {
  value: Omit<ReadSealValue, 'certificate' | 'seal'>
  seal: Omit<ElectronicSeal, 'maker'>
  certificate: Buffer | undefined
  maker: Buffer | undefined
  /** Null where there is none, or it does not hold. */
  stamp: FoundStamp | null
}
export type CheckedSealValue = ReadSealValue & { foundStamp: FoundStamp | null }

/** Reads the value of a seal. Runs as a parser: what it reads is a stranger's. Throws where it is none. */
export async function sealFindings(bytes: Buffer): Promise<SealFindings> {
  const { certificate, seal, ...value } = readSealValue(bytes)
  const { maker, ...about } = seal
  const stamp = value.stamp ? await findStamp(value.stamp, value.signature) : null
  return { value, seal: about, certificate: certificate?.raw, maker: maker?.raw, stamp }
}

export function fromFindings({ value, seal, certificate, maker, stamp }: SealFindings): CheckedSealValue {
  const read = (der: Buffer | undefined) => der && new X509Certificate(der)
  return { ...value, seal: { ...seal, maker: read(maker) }, certificate: read(certificate), foundStamp: stamp }
}
