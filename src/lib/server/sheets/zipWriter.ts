import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

type Entry = { name: string; bytes: Buffer }

/** Names are UTF-8, as every program of today reads them. */
const UTF8 = 0x0800
const VERSION = 20
/** Limits of the ZIP format without ZIP64. */
const MAX_ENTRIES = 0xffff
const MAX_BYTES = 0xffffffff

/**
 * A ZIP file, written while its entries are made, one in the memory at a time. Nothing is compressed: PDFs and pictures
 * are already, so all that is left of the format is a header before each and a list at the end, and no library is needed
 * for that. The size of each stands before it, so that whoever receives it can tell how far it has got.
 */
export const zipOf = (entries: AsyncIterable<Entry>, at: Date): Readable => Readable.from(write(entries, at))

async function* write(entries: AsyncIterable<Entry>, at: Date): AsyncGenerator<Buffer> {
  const list: Buffer[] = []
  let offset = 0
  for await (const { name, bytes } of entries) {
    const label = Buffer.from(name)
    const about = commonHeader(label, bytes, at)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), about, label])
    list.push(listed(about, label, offset))
    offset += head.length + bytes.length
    if (list.length > MAX_ENTRIES || offset > MAX_BYTES) throw new Error('too much for one ZIP file')
    yield head
    yield bytes
  }
  const directory = Buffer.concat(list)
  yield directory
  yield endOf(list.length, directory.length, offset)
}

/** Fields shared by the local header and the central directory: version, flags, method, time, checksum, sizes. */
function commonHeader(label: Buffer, bytes: Buffer, at: Date): Buffer {
  const about = Buffer.alloc(26)
  about.writeUInt16LE(VERSION, 0)
  about.writeUInt16LE(UTF8, 2)
  about.writeUInt32LE(dosTime(at), 6)
  about.writeUInt32LE(crc32(bytes), 10)
  about.writeUInt32LE(bytes.length, 14)
  about.writeUInt32LE(bytes.length, 18)
  about.writeUInt16LE(label.length, 22)
  return about
}

function listed(about: Buffer, label: Buffer, offset: number): Buffer {
  const place = Buffer.alloc(14)
  place.writeUInt32LE(offset, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([VERSION, 0]), about, place, label])
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** DOS time in Shanghai, in steps of two seconds. */
function dosTime(at: Date): number {
  const [year, month, day, hour, minute, second] = new Date(at.getTime() + 8 * 3_600_000)
    .toISOString()
    .split(/\D/)
    .map(Number) as [number, number, number, number, number, number]
  const date = ((year - 1980) << 9) | (month << 5) | day
  const time = (hour << 11) | (minute << 5) | (second >> 1)
  return ((date << 16) | time) >>> 0
}
