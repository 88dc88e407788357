import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { decrypt, encrypt } from '../../archive/cipher.ts'
import { type Keys, type Lock, makeSeal } from '../../archive/seals.ts'
import type { Place } from '../place.ts'

/** Packs and seals a stream into a file beside, and puts that in its place. */
export async function putSealed(
  place: Place,
  name: string,
  { source, lock, draft }: { source: AsyncIterable<Uint8Array>; lock: Lock; draft: string },
): Promise<void> {
  const seal = await makeSeal(lock)
  const target = createWriteStream(draft, { mode: 0o600 })
  try {
    await pipeline(Readable.from(source), createZstdCompress(), packed => encrypt(packed, seal), target)
    await place.put(name, draft)
  } finally {
    await rm(draft, { force: true })
  }
}

export const sealedFile = (path: string) => createReadStream(path, { highWaterMark: 1 << 18 })

/** Opens a sealed file: decrypted and decompressed. */
export async function openSealed(place: Place, name: string, keys: Keys): Promise<Readable> {
  const plain = Readable.from(decrypt(await place.open(name), keys), { objectMode: false })
  const unpacked: Transform = createZstdDecompress()
  plain.on('error', error => unpacked.destroy(error))
  return plain.pipe(unpacked)
}
