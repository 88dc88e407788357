const HEADER = 30
/** `PK\x03\x04`, as a little-endian number. */
const ENTRY = 0x04034b50

/**
 * Counts the whole entries of a ZIP file while it arrives in pieces. Only for files that tell the size of each entry
 * before it, as those that this program writes do.
 */
export function countEntries(): (chunk: Uint8Array) => number {
  const header = new Uint8Array(HEADER)
  let filled = 0
  let left = 0
  let begun = 0
  let isOver = false
  return chunk => {
    for (let at = 0; at < chunk.length && !isOver; ) {
      const part = chunk.subarray(at, at + (left > 0 ? left : HEADER - filled))
      at += part.length
      if (left > 0) {
        left -= part.length
        continue
      }
      header.set(part, filled)
      filled += part.length
      if (filled < HEADER) continue
      const view = new DataView(header.buffer)
      isOver = view.getUint32(0, true) !== ENTRY
      if (isOver) break
      left = view.getUint32(18, true) + view.getUint16(26, true) + view.getUint16(28, true)
      filled = 0
      begun++
    }
    return left > 0 ? begun - 1 : begun
  }
}
