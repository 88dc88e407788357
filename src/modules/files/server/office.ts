import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { PassThrough, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { invalid } from '#lib/error.ts'

/** In bytes: of all parts of a document together. */
const MAX_UNPACKED = 200 << 20
const MAX_PARTS = 5_000
/** The end record of a ZIP file with the longest comment. */
const END = 65_557

export type Part = { name: string; packed: boolean; start: number; length: number }

const damaged = () => invalid('文件已损坏或经过加密，无法读取，请另存后重新上传')

/** Throws where a Word or Excel file is damaged, holds macros, or would fill the disk of who opens it. */
export async function checkOffice(path: string): Promise<void> {
  const parts = await partsOf(path)
  if (parts.some(({ name }) => /vbaProject\.bin$/i.test(name))) throw invalid('文件含有宏，请另存为不含宏的文件后上传')
  let left = MAX_UNPACKED
  const count = (chunk: Buffer, _: unknown, done: (error?: Error) => void) => {
    left -= chunk.length
    done(left < 0 ? invalid('文件解压后过大，请精简后再上传') : undefined)
  }
  for (const { packed, start, length } of parts) {
    if (length === 0) continue
    const unpack = packed ? createInflateRaw({ chunkSize: 1 << 16 }) : new PassThrough()
    const bytes = createReadStream(path, { start, end: start + length - 1 })
    await pipeline(bytes, unpack, new Writable({ write: count })).catch(error => {
      throw error.name === 'Refusal' ? error : damaged()
    })
  }
}

/** What is in a ZIP file, which need not be a document. */
export async function partsOf(path: string): Promise<Part[]> {
  const handle = await open(path)
  try {
    return await readDirectory(handle)
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error
  } finally {
    await handle.close()
  }
}

/** The ZIP file's own list of what is in it: reading beyond its end is a RangeError. */
async function readDirectory(handle: FileHandle): Promise<Part[]> {
  const { size } = await handle.stat()
  const tail = await read(handle, Math.max(0, size - END), Math.min(size, END))
  const end = tail.lastIndexOf('PK\x05\x06', tail.length, 'latin1')
  const count = tail.readUInt16LE(end + 10)
  if (end < 0 || count > MAX_PARTS) throw damaged()
  const list = await read(handle, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
  const parts: Part[] = []
  for (let at = 0; parts.length < count; ) {
    if (list.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const [isEncrypted, method] = [list.readUInt16LE(at + 8) & 1, list.readUInt16LE(at + 10)]
    const name = nameOf(list.subarray(at + 46, at + 46 + list.readUInt16LE(at + 28)))
    if (isEncrypted || (method !== 0 && method !== 8) || /^[\\/]|\.\.[\\/]|:/.test(name)) throw damaged()
    const local = list.readUInt32LE(at + 42)
    const head = await read(handle, local, 30)
    const start = local + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    parts.push({ name, packed: method === 8, start, length: list.readUInt32LE(at + 20) })
    at += 46 + list.readUInt16LE(at + 28) + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  return parts
}

/** Chinese Windows writes names in its own encoding, and does not say so. */
function nameOf(bytes: Buffer): string {
  const name = bytes.toString('utf8')
  return name.includes('\ufffd') ? new TextDecoder('gb18030').decode(bytes) : name
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length > 4 << 20) throw damaged()
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
