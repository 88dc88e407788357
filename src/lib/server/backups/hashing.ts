import { createHash } from 'node:crypto'

/** SHA-256 of a stream, with one chunk in memory at a time. */
export async function sha256Of(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    signal?.throwIfAborted()
    hash.update(chunk)
  }
  return hash.digest('hex')
}
