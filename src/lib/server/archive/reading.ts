import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { decrypt } from './cipher.ts'
import { damaged } from './damage.ts'
import { isCompressed, isSafeName, MAX_PIECE_BYTES } from './manifest.ts'
import { isSealed, type Keys } from './seals.ts'

export type Archive = Keys & { path: string }
type Piece = { name: string; bytes: Buffer }
/** Part of an archive. Its bytes must be read before the next part is requested; unread bytes are skipped. */
export type PartRead = { name: string; bytes: AsyncIterable<Buffer> }

const decompress = promisify(zstdDecompress)

/** The parts of an archive in their order, a piece in the memory at a time; every piece is noted, whoever reads it. */
export async function* readParts(
  archive: Archive,
  note: (name: string, piece: Buffer) => void,
): AsyncGenerator<PartRead> {
  const pieces = readPieces(archive)
  let next = await pieces.next()
  while (!next.done) {
    const { name } = next.value
    const rest = async function* () {
      for (; !next.done && next.value.name === name; next = await pieces.next()) {
        note(name, next.value.bytes)
        yield next.value.bytes
      }
    }
    const bytes = rest()
    yield { name, bytes }
    for await (const _ of bytes);
  }
}

async function* readPieces(archive: Archive): AsyncGenerator<Piece> {
  const source = await openArchive(archive)
  const tar = extract()
  // A fault of the source ends the iteration below with that fault.
  source.on('error', error => tar.destroy(error))
  source.pipe(tar as unknown as NodeJS.WritableStream)
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header
      if (type !== 'file' || !isSafeName(name)) throw damaged(`其中有不该有的 ${JSON.stringify(name.slice(0, 80))}`)
      if (size > MAX_PIECE_BYTES) throw damaged(`${name} 过大`)
      const bytes = await buffer(entry as unknown as Readable)
      const plain = name.replace(/#\d+$/, '')
      yield {
        name: plain,
        bytes: isCompressed(plain) ? await decompress(bytes, { maxOutputLength: MAX_PIECE_BYTES }) : bytes,
      }
    }
  } finally {
    source.destroy()
  }
}

async function openArchive({ path, ...keys }: Archive): Promise<Readable> {
  const handle = await open(path).catch(error => {
    const why = error.code === 'ENOENT' ? '没有这个文件，相对路径从项目目录算起' : error.code
    throw new Error(`无法读取备份 ${path}（${why}）。`, { cause: error })
  })
  const { buffer: beginning } = await handle.read(Buffer.alloc(512), 0, 512, 0).finally(() => handle.close())
  const bytes = createReadStream(path, { highWaterMark: 1 << 18 })
  return isSealed(beginning) ? Readable.from(decrypt(bytes, keys), { objectMode: false }) : bytes
}
