/** The same bytes in frames of one size, the last one shorter; of nothing, one frame of nothing. */
export async function* splitIntoFrames(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    held.push(chunk)
    length += chunk.length
    if (length <= size) continue
    const bytes = Buffer.concat(held)
    let from = 0
    // A full frame is held back until there is more: the last one is never empty unless all is.
    for (; length - from > size; from += size) yield bytes.subarray(from, from + size)
    held = [bytes.subarray(from)]
    length -= from
  }
  yield Buffer.concat(held)
}
