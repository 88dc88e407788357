import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { file } from '#modules/files/server/tables.ts'
import type { Site } from './app.ts'
import { until } from './site.ts'

type Sent = { use?: string; name?: string; field?: string; headers?: Record<string, string> }

/** Uploads as a browser's form does: the fields, then the file. */
export async function upload(
  site: Site,
  bytes: Uint8Array,
  { use = 'material', name = '材料.pdf', field = 'file', headers = {} }: Sent = {},
) {
  const form = new FormData()
  form.append('use', use)
  form.append(field, new File([bytes as BlobPart], name))
  return send(site, form, headers)
}

/** Uploads a picture of one colour and that size, as staff do; answers the file's id. */
export async function uploadPicture(
  site: Site,
  cookie: string,
  { width, height }: { width: number; height: number },
): Promise<number> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#0b4a7f' } })
    .png()
    .toBuffer()
  const { data } = await upload(site, bytes, {
    use: 'picture',
    name: 'picture.png',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  return data.id
}

export async function send(site: Site, form: FormData | Buffer, headers: Record<string, string>) {
  const response = await site.app.inject({ method: 'POST', url: '/api/file/upload', payload: form, headers })
  return { status: response.statusCode, ...response.json() }
}

/** A page of nothing, as a PDF. */
export const pdf = (text = '') =>
  Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
%${text}
trailer<</Root 1 0 R>>
%%EOF`)

/** Fills up passwords (ISO 32000-1, 7.6.3.3). */
const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  const swap = (i: number, j: number) => {
    const kept = state[i]!
    state[i] = state[j]!
    state[j] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    bytes.map(byte => {
      i = (i + 1) & 255
      j = (j + state[i]!) & 255
      swap(i, j)
      return byte ^ state[(state[i]! + state[j]!) & 255]!
    }),
  )
}

/** The same, encrypted with 40 bits (ISO 32000-1, 7.6.3); empty password: it opens without, but may not be copied. */
export function lockedPdf(password: string): Buffer {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-64)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const key = md5(padded, owner, permissions, Buffer.alloc(16)).subarray(0, 5)
  const user = rc4(key, PADDING)
  const id = `<${'00'.repeat(16)}>`
  const lock = `/Encrypt<</Filter/Standard/V 1/R 2/O<${owner.toString('hex')}>/U<${user.toString('hex')}>/P -64>>/ID[${id}${id}]`
  return Buffer.from(pdf().toString('latin1').replace('trailer<<', `trailer<<${lock}`), 'latin1')
}

/** A ZIP file of these parts, compressed. */
export function zip(parts: Record<string, Buffer>): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [name, bytes] of Object.entries(parts)) {
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(bytes), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(bytes.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    head.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(at, 42)
    bodies.push(head, Buffer.from(name), packed)
    list.push(entry, Buffer.from(name))
    at += head.length + name.length + packed.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}

/** A Word file, with whatever else in it. */
export const docx = (parts: Record<string, Buffer> = {}) =>
  zip({
    '[Content_Types].xml': Buffer.from(
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    'word/document.xml': Buffer.from('<w:document/>'),
    ...parts,
  })

/** File in the Office format until 2003, reduced to its stream names. */
export const oldOffice = (...parts: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    ...parts.flatMap(name => [Buffer.from(name, 'utf16le'), Buffer.alloc(64)]),
  ])

const box = (kind: string, ...bodies: Buffer[]) => {
  const body = Buffer.concat(bodies)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A film as far as its boxes go, which says where it was taken. */
export const film = (bytes = 1_000) =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isommp41')),
    box('moov', box('mvhd', Buffer.alloc(100)), box('udta', box('\xa9xyz', Buffer.from('+39.9042+116.4074/')))),
    box('mdat', Buffer.alloc(bytes, 7)),
  ])

/** A film of a million boxes: few of them in each box that holds them. */
export const crowdedFilm = () =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isommp41')),
    ...Array<Buffer>(100).fill(box('moov', ...Array<Buffer>(9_990).fill(box('free')))),
    box('mdat', Buffer.alloc(100)),
  ])

/** A film whose boxes stand in each other, as deep as a file of 1 MB goes. */
export function deepFilm(): Buffer {
  const depth = 100_000
  const heads = Buffer.alloc(8 * depth)
  for (let at = 0; at < heads.length; at += 8) {
    heads.writeUInt32BE(heads.length - at, at)
    heads.write('moov', at + 4, 'latin1')
  }
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\x02\0isommp41')), heads, box('mdat', Buffer.alloc(100))])
}

/** State of QR code reading for an uploaded file, as stored for reviewers. */
export async function codesRow({ services }: Site, id: number) {
  const { codes, codesReadAt, codesTries } = file
  const [row] = await services.db.select({ codes, codesReadAt, codesTries }).from(file).where(eq(file.id, id))
  return row!
}

/** Waits until the QR codes of an uploaded file are read, and returns their texts. */
export async function codesIn(site: Site, id: number): Promise<string[]> {
  await until(async () => (await codesRow(site, id)).codesReadAt !== null)
  return (await codesRow(site, id)).codes
}
