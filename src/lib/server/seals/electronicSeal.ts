import { X509Certificate } from 'node:crypto'
import { type BaseBlock, OctetString, PrintableString, Sequence } from 'asn1js'
import {
  bits,
  expectBlock,
  ia5,
  integer,
  membersOf,
  moment,
  octets,
  octetsIn,
  oid,
  rawOf,
  readDer,
  sequence,
  utf8,
} from './der.ts'
import { isSm2, SM2_WITH_SM3, signSm2, sm3, verifySm2 } from './sm2.ts'
import type { Sm2Key } from './sm2Key.ts'

/** Version number of the structure in GB/T 38540-2020. */
export const SEAL_VERSION = 4
/** Vendor of the program that makes the seal. */
const VENDOR = 'Hangxie'
/** Seal type, left to the business by the standard. 1: of an organisation. */
const ORGANISATION_SEAL = 1
/** Whether the seal lists whole certificates of its signers, or their hashes. */
const [WHOLE, HASHED] = [1, 2]

/** `width`, `height`: in millimetres, on paper. */
type Picture = { type: string; bytes: Buffer; width: number; height: number }
export type SealAbout = {
  id: string
  name: string
  /** Certificates that may sign with the seal. */
  certificates: readonly X509Certificate[]
  madeAt: Date
  validTo: Date
  picture: Picture
}

/** An electronic seal (SESeal): a picture, a name and who may use it, signed by who made it. */
export function makeSeal({ id, name, certificates, madeAt, validTo, picture }: SealAbout, maker: Sm2Key): Buffer {
  const property = sequence(
    integer(ORGANISATION_SEAL),
    utf8(name),
    integer(WHOLE),
    sequence(...certificates.map(({ raw }) => octets(raw))),
    moment(madeAt),
    moment(madeAt),
    moment(validTo),
  )
  const { type, bytes, width, height } = picture
  const info = sequence(
    sequence(ia5('ES'), integer(SEAL_VERSION), ia5(VENDOR)),
    ia5(id),
    property,
    sequence(ia5(type), octets(bytes), integer(width), integer(height)),
  )
  return sequence(info, octets(maker.chain[0]!.raw), oid(SM2_WITH_SM3), bits(signSm2(info, maker.key)))
}

export type ElectronicSeal = {
  id: string
  name: string
  madeAt: Date
  validFrom: Date
  validTo: Date
  picture: Picture
  /** Signers as listed in the seal: certificates in DER, or their SM3 hashes. */
  signers: { listed: Buffer[]; are: 'whole' | 'hashed' }
  /** Undefined: what stands in its place is no certificate. */
  maker: X509Certificate | undefined
  /** The maker's signature verifies. */
  isWhole: boolean
}

/** Throws where it is no seal. */
export const readSeal = (bytes: Buffer): ElectronicSeal => sealIn(readDer(bytes))

export function sealIn(block: BaseBlock): ElectronicSeal {
  const seal = membersOf(block)
  const infoBlock = seal.next(Sequence)
  const maker = certificateIn(seal.octets())
  const isOurKind = seal.oid() === SM2_WITH_SM3
  const signature = seal.bits()
  const info = membersOf(infoBlock)
  const header = membersOf(info.next(Sequence))
  if (header.text() !== 'ES' || header.integer() !== SEAL_VERSION) throw new Error('no seal of version 4')
  const id = info.text()
  const property = membersOf(info.next(Sequence))
  property.integer()
  const name = property.utf8()
  const signers = signersIn(property.integer(), property.next(Sequence))
  const [madeAt, validFrom, validTo] = [property.moment(), property.moment(), property.moment()]
  const picture = membersOf(info.next(Sequence))
  return {
    id,
    name,
    madeAt,
    validFrom,
    validTo,
    picture: { type: picture.text(), bytes: picture.octets(), width: picture.integer(), height: picture.integer() },
    signers,
    maker,
    isWhole: isOurKind && maker !== undefined && verifySm2(rawOf(infoBlock), maker.publicKey, signature),
  }
}

/** Undefined where it is none of SM2: whoever changed a byte of it may have left that. */
export function certificateIn(bytes: Buffer): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(bytes)
    return isSm2(certificate.publicKey) ? certificate : undefined
  } catch {
    return undefined
  }
}

function signersIn(type: number, { valueBlock: { value } }: Sequence): ElectronicSeal['signers'] {
  if (type === WHOLE) return { listed: value.map(one => octetsIn(expectBlock(OctetString, one))), are: 'whole' }
  if (type !== HASHED) throw new Error('no list of certificates that is known')
  const hashes = value.map(one => {
    const member = membersOf(one)
    member.next(PrintableString)
    return member.octets()
  })
  return { listed: hashes, are: 'hashed' }
}

/** Whether the holder of this certificate may seal papers with this seal. */
export function allowsSigner({ signers: { listed, are } }: ElectronicSeal, { raw }: X509Certificate): boolean {
  const own = are === 'whole' ? raw : sm3(raw)
  return listed.some(one => one.equals(own))
}
