import { gzipSync } from 'node:zlib'

/** Entries of a list: the least that the standard allows, so that a list tells nothing of who asks for it. */
export const LIST_SIZE = 131_072

/** A list of which these bits are set, the first bit leftmost, as the standard writes it: GZIP, then multibase base64url. */
export function encodedList(set: readonly number[], size = LIST_SIZE): string {
  const bytes = new Uint8Array(size / 8)
  for (const index of set) bytes[index >> 3]! |= 0x80 >> (index & 7)
  return `u${gzipSync(bytes, { level: 9 }).toString('base64url')}`
}
