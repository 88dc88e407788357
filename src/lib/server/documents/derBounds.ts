type Bounds = { maxBytes?: number; maxNodes?: number }

const MAX_DEPTH = 32
/** Maximum bytes of an object identifier; the longest in use have about 20. */
const MAX_IDENTIFIER_BYTES = 64

const [OBJECT_IDENTIFIER, SEQUENCE, SET] = [0x06, 0x30, 0x31]
/** Constructed octet string: BER, harmless, and used by several time stamp services. */
const PARTED_OCTETS = 0x24
const [CONSTRUCTED, CLASS, NUMBER] = [0x20, 0xc0, 0x1f]

/**
 * Walks bytes of strangers before a library makes objects of them: one value in DER (ITU-T X.690, section 10), not in the
 * looser forms of BER, with few values in it, none deep, no endless object identifier. Throws where they are not.
 * A signature with its certificates and a time stamp has 5 to 20 kB and about 600 values.
 */
export function checkDer(bytes: Uint8Array, { maxBytes = 64 << 10, maxNodes = 4000 }: Bounds = {}): void {
  let nodes = 0
  /** Checks the value that begins at `at`, and answers where it ends. */
  const walk = (at: number, end: number, depth: number): number => {
    if (++nodes > maxNodes) throw new Error(`more than ${maxNodes} values in DER`)
    if (depth > MAX_DEPTH) throw new Error(`DER of more than ${MAX_DEPTH} levels`)
    const tag = bytes[at]!
    const { from, length } = headOf(bytes, at, end)
    const stop = from + length
    if (stop > end) throw new Error('DER that is cut off')
    if (tag === OBJECT_IDENTIFIER && length > MAX_IDENTIFIER_BYTES) throw new Error('an endless object identifier')
    const isCollection = tag === SEQUENCE || tag === SET || tag === PARTED_OCTETS
    if ((tag & CLASS) === 0 && Boolean(tag & CONSTRUCTED) !== isCollection) throw new Error('BER, not DER')
    if (tag & CONSTRUCTED) for (let inner = from; inner < stop; ) inner = walk(inner, stop, depth + 1)
    return stop
  }
  if (bytes.length > maxBytes) throw new Error(`DER of more than ${maxBytes} bytes`)
  if (walk(0, bytes.length, 0) !== bytes.length) throw new Error('more than one value in DER')
}

/** Reads the length of a value, which DER writes in the shortest way. */
function headOf(bytes: Uint8Array, at: number, end: number): { from: number; length: number } {
  const first = bytes[at + 1]
  if (at + 2 > end || first === undefined) throw new Error('DER that is cut off')
  const tag = bytes[at]!
  if ((tag & NUMBER) === NUMBER || [0x00, 0x10, 0x11].includes(tag)) throw new Error('a tag that DER has not')
  if (first < 0x80) return { from: at + 2, length: first }
  const digits = first & 0x7f
  if (digits === 0 || digits > 4 || at + 2 + digits > end) throw new Error('a length that DER has not')
  let length = 0
  for (let i = 0; i < digits; i++) length = length * 256 + bytes[at + 2 + i]!
  if (length < 0x80 || length < 256 ** (digits - 1)) throw new Error('a length that DER has not')
  return { from: at + 2 + digits, length }
}
