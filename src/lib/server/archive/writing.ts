import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { pack as packTar } from 'tar-stream'
import { encrypt } from './cipher.ts'
import { splitIntoFrames } from './frames.ts'
import { isCompressed, MANIFEST, MANIFEST_HASH, type Manifest, type Part, PIECE_BYTES } from './manifest.ts'
import type { Seal } from './seals.ts'

type Source = AsyncIterable<Uint8Array>
export type Writer = {
  /** Adds a part. Where its source fails half-way, what came before stays, and `error` says so. */
  add: (name: string, source: Source) => Promise<Part & { rows: number; error?: unknown }>
  parts: Part[]
}

const compress = promisify(zstdCompress)

/**
 * Writes an archive to `path`: a plain tar file, so that it can be opened without this program, whatever becomes of it.
 * Parts of unknown length come in pieces, one in the memory at a time.
 */
export async function writeArchive(
  path: string,
  { seal, at, signal }: { seal?: Seal | undefined; at: Date; signal?: AbortSignal | undefined },
  work: (writer: Writer) => Promise<Manifest>,
): Promise<Manifest> {
  const tar = packTar()
  const bytes = Readable.from(tar as unknown as Source, { objectMode: false })
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  const writing = seal ? pipeline(bytes, source => encrypt(source, seal), target) : pipeline(bytes, target)
  const entry = (name: string, piece: Buffer) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name, mtime: at, mode: 0o600, size: piece.length }, piece, error =>
        error ? reject(error) : resolve(),
      )
    })
  const fill = async () => {
    const manifest = await work(writerOn(entry, signal))
    const text = Buffer.from(JSON.stringify(manifest, null, 1))
    for (const [index, piece] of (await Array.fromAsync(splitIntoFrames(Readable.from([text]), PIECE_BYTES))).entries())
      await entry(nameOf(MANIFEST, index), piece)
    const hash = createHash('sha256').update(text).digest('hex')
    await entry(MANIFEST_HASH, Buffer.from(`${hash}  ${MANIFEST}\n`))
    tar.finalize()
    return manifest
  }
  const filling = fill().catch(error => {
    tar.destroy(error)
    throw error
  })
  const [filled, written] = await Promise.allSettled([filling, writing])
  // A disk error comes first: it is the cause of any other failure.
  if (written.status === 'rejected') throw written.reason
  if (filled.status === 'rejected') throw filled.reason
  return filled.value
}

const nameOf = (name: string, index: number) => (index === 0 ? name : `${name}#${index + 1}`)

function writerOn(entry: (name: string, piece: Buffer) => Promise<void>, signal?: AbortSignal): Writer {
  const parts: Part[] = []
  const add: Writer['add'] = async (name, source) => {
    const hash = createHash('sha256')
    const pieces = splitIntoFrames(source, PIECE_BYTES)
    let [bytes, rows] = [0, 0]
    let error: unknown
    for (let index = 0; ; index++) {
      signal?.throwIfAborted()
      const next = await pieces.next().catch(reason => {
        error = reason
      })
      if (!next || next.done) break
      const piece = next.value
      hash.update(piece)
      bytes += piece.length
      if (isCompressed(name)) rows += linesIn(piece)
      await entry(nameOf(name, index), isCompressed(name) ? await compress(piece) : piece)
    }
    const part = { name, bytes, sha256: hash.digest('hex') }
    parts.push(part)
    return { ...part, rows, error }
  }
  return { add, parts }
}

/** COPY writes a line a row, and line breaks in values otherwise. */
export function linesIn(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}
