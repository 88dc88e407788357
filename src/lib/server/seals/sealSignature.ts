import type { X509Certificate } from 'node:crypto'
import { BitString, Constructed, Sequence } from 'asn1js'
import {
  bits,
  bitsIn,
  expectBlock,
  explicit,
  ia5,
  integer,
  membersOf,
  moment,
  octets,
  oid,
  rawOf,
  readDer,
  sequence,
} from './der.ts'
import { certificateIn, type ElectronicSeal, SEAL_VERSION, sealIn } from './electronicSeal.ts'
import { SM2_WITH_SM3, signSm2, verifySm2 } from './sm2.ts'
import type { Sm2Key } from './sm2Key.ts'

/** `digest`: SM3 of the document. `property`: what it is, in ASCII: where it can be checked. */
export type Sealing = { seal: Buffer; at: Date; digest: Buffer; property: string }
export type SealValue = Sealing & { certificate: X509Certificate; signature: Buffer; stamp?: Buffer }

/** Signs a document with a seal: the signature covers TBS_Sign of GB/T 38540-2020. */
export const sealDocument = (sealing: Sealing, { key, chain }: Sm2Key): SealValue => ({
  ...sealing,
  certificate: chain[0]!,
  signature: signSm2(toBeSigned(sealing), key),
})

const toBeSigned = ({ seal, at, digest, property }: Sealing) =>
  sequence(integer(SEAL_VERSION), seal, moment(at), bits(digest), ia5(property))

/** SES_Signature, the file that goes with the document. */
export function writeSealValue({ certificate, signature, stamp, ...sealing }: SealValue): Buffer {
  const members = [toBeSigned(sealing), octets(certificate.raw), oid(SM2_WITH_SM3), bits(signature)]
  return sequence(...members, ...(stamp ? [explicit(0, bits(stamp))] : []))
}

export type ReadSealValue = {
  seal: ElectronicSeal
  /** The seal as it stands in it. */
  sealBytes: Buffer
  at: Date
  digest: Buffer
  property: string
  /** Undefined: what stands in its place is no certificate. */
  certificate: X509Certificate | undefined
  signature: Buffer
  stamp: Buffer | undefined
  /** The signature verifies with the key of `certificate`. Says nothing about whose key that is. */
  isSigned: boolean
}

/** Throws where it is none. */
export function readSealValue(bytes: Buffer): ReadSealValue {
  const value = membersOf(readDer(bytes))
  const signed = value.next(Sequence)
  const certificateBytes = value.octets()
  const [algorithm, signature] = [value.oid(), value.bits()]
  const tagged = value.optional()
  const stamp = tagged && bitsIn(expectBlock(BitString, expectBlock(Constructed, tagged).valueBlock.value[0]))
  // Requires the canonical encoding of the parts that no signature covers.
  const members = [rawOf(signed), octets(certificateBytes), oid(algorithm), bits(signature)]
  const isExact = sequence(...members, ...(stamp ? [explicit(0, bits(stamp))] : [])).equals(bytes)
  const about = membersOf(signed)
  if (about.integer() !== SEAL_VERSION) throw new Error('no seal value of version 4')
  const sealBlock = about.next(Sequence)
  const certificate = certificateIn(certificateBytes)
  const isOurKind = isExact && algorithm === SM2_WITH_SM3
  return {
    seal: sealIn(sealBlock),
    sealBytes: rawOf(sealBlock),
    at: about.moment(),
    digest: about.bits(),
    property: about.text(),
    certificate,
    signature,
    stamp,
    isSigned: isOurKind && certificate !== undefined && verifySm2(rawOf(signed), certificate.publicKey, signature),
  }
}
