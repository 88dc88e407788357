import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { invalid } from '#lib/error.ts'

const MAX_PARTS = 5_000
/** The end record of a ZIP file with the longest comment. */
const END = 65_557

export type Part = { name: string; packed: boolean; start: number; length: number }

export const damaged = () => invalid('文件已损坏或经过加密，无法读取，请另存后重新上传')

/** What is in a ZIP file by its own list. */
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

/** The bytes of one part, unpacked while they are read. How much that may be is for the caller to limit. */
export function openPart(path: string, { packed, start, length }: Part): Readable {
  if (length === 0) return Readable.from([])
  const bytes = createReadStream(path, { start, end: start + length - 1 })
  // Whatever befalls one of the two befalls what is returned.
  return packed ? pipeline(bytes, createInflateRaw({ chunkSize: 1 << 16 }), () => {}) : bytes
}

/** Reading beyond its end is a RangeError. */
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
