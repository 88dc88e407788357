import type { Readable } from 'node:stream'
import { type Entry, openPromise } from 'yauzl'
import { invalid } from '#lib/error.ts'

const MAX_PARTS = 5_000
/** Names stay bytes, since not all are in the encoding that the file claims. What a part may unpack to is for the caller to limit. */
const OPTIONS = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: false }

export type Part = { name: string; entry: Entry }

export const damaged = () => invalid('文件已损坏或经过加密，无法读取，请另存后重新上传')

/** Names that no honest document has. */
const UNSAFE = /^[\\/]|\.\.[\\/]|:/

/** Lists the parts of a ZIP file by its central directory. */
export async function partsOf(path: string): Promise<Part[]> {
  const parts = await listParts(path, MAX_PARTS)
  if (parts === 'tooMany' || parts.some(({ name }) => UNSAFE.test(name))) throw damaged()
  return parts
}

/** The same, for who tells apart what is wrong; `tooMany`: the list is longer than `most`. */
export async function listParts(path: string, most: number): Promise<Part[] | 'tooMany'> {
  const zip = await openZip(path)
  try {
    if (zip.entryCount > most) return 'tooMany'
    const parts: Part[] = []
    for await (const entry of zip.eachEntry()) {
      if (!entry.canDecodeFileData()) throw damaged()
      parts.push({ name: nameOf(entry.fileNameRaw), entry })
    }
    return parts
  } catch {
    throw damaged()
  } finally {
    zip.close()
  }
}

/** The bytes of one part, unpacked while they are read. */
export async function openPart(path: string, { entry }: Part): Promise<Readable> {
  const zip = await openZip(path)
  try {
    return await zip.openReadStreamPromise(entry)
  } catch {
    throw damaged()
  } finally {
    // The file itself is closed when the stream has ended.
    zip.close()
  }
}

const openZip = (path: string) =>
  openPromise(path, OPTIONS).catch(() => {
    throw damaged()
  })

/** Chinese Windows writes names in its own encoding, and does not say so. */
function nameOf(bytes: Buffer): string {
  const name = bytes.toString('utf8')
  return name.includes('\ufffd') ? new TextDecoder('gb18030').decode(bytes) : name
}
