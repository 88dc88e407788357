import {
  type BaseBlock,
  BitString,
  fromBER,
  GeneralizedTime,
  IA5String,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Utf8String,
} from 'asn1js'

import { checkDer } from '../documents/derBounds.ts'

type Encoded = { toBER: () => ArrayBuffer }
const encoded = (block: Encoded) => Buffer.from(block.toBER())

export const integer = (value: number) => encoded(new Integer({ value }))
export const ia5 = (value: string) => encoded(new IA5String({ value }))
export const utf8 = (value: string) => encoded(new Utf8String({ value }))
export const oid = (value: string) => encoded(new ObjectIdentifier({ value }))
export const octets = (bytes: Buffer) => encoded(new OctetString({ valueHex: new Uint8Array(bytes) }))
export const bits = (bytes: Buffer) => encoded(new BitString({ valueHex: new Uint8Array(bytes) }))
/** DER time in whole seconds. */
export const moment = (at: Date) =>
  encoded(new GeneralizedTime({ valueDate: new Date(Math.floor(at.getTime() / 1000) * 1000) }))

/** Builds a SEQUENCE of encoded members, each kept byte for byte. */
export const sequence = (...members: Buffer[]) => tagged(0x30, Buffer.concat(members))
/** `[number] EXPLICIT` */
export const explicit = (number: number, member: Buffer) => tagged(0xa0 + number, member)

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const digits = Buffer.from(length.toString(16).padStart(2 * Math.ceil(length.toString(16).length / 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 + digits.length]), digits, content])
}

/** Maximum bytes of a seal, picture included. */
const MAX_SEAL_BYTES = 512 << 10

/** Throws where these bytes are not one whole value, or are more than a seal has. */
export function readDer(bytes: Buffer): BaseBlock {
  checkDer(bytes, { maxBytes: MAX_SEAL_BYTES, maxNodes: 1000 })
  const { offset, result } = fromBER(new Uint8Array(bytes))
  if (offset !== bytes.length) throw new Error('no DER, or more than one value')
  return result
}

type Type<T extends BaseBlock> = new (...args: never[]) => T

/** The members of a SEQUENCE one after the other; throws where the next one is missing, or of another type. */
export function membersOf(block: BaseBlock) {
  const left = [...expectBlock(Sequence, block).valueBlock.value]
  const next = <T extends BaseBlock>(type: Type<T>): T => expectBlock(type, left.shift())
  return {
    next,
    integer: () => next(Integer).valueBlock.valueDec,
    text: () => next(IA5String).getValue(),
    utf8: () => next(Utf8String).getValue(),
    oid: () => next(ObjectIdentifier).getValue(),
    octets: () => octetsIn(next(OctetString)),
    bits: () => bitsIn(next(BitString)),
    moment: () => next(GeneralizedTime).toDate(),
    /** Takes the next member; undefined at the end. */
    optional: () => left.shift() as BaseBlock | undefined,
  }
}

export function expectBlock<T extends BaseBlock>(type: Type<T>, block: unknown): T {
  if (block instanceof type) return block
  throw new Error(`no ${type.name} where one is due`)
}

export const rawOf = ({ valueBeforeDecodeView }: BaseBlock) => Buffer.from(valueBeforeDecodeView)
export const octetsIn = ({ valueBlock }: OctetString) => Buffer.from(valueBlock.valueHexView)
export const bitsIn = ({ valueBlock }: BitString) => Buffer.from(valueBlock.valueHexView)
