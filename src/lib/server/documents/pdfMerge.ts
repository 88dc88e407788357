import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { matchOne, pdfText } from './pdfUpdate.ts'

/** Ids of the objects that the whole file has for itself. */
const [ROOT, PAGES, INFO] = [1, 2, 3]

/**
 * Writes many PDFs into one, a part after the other, so that no more than one of them is in memory. Of PDFs as Typst
 * writes them without tags: one plain table of where objects begin, none of them compressed. Of each its pages are taken,
 * and what these show; bookmarks, names and metadata of the parts are not.
 */
export async function mergePdfs(path: string) {
  const out = createWriteStream(path, { mode: 0o600 })
  await once(out, 'open')
  const hash = createHash('sha256')
  const offsets: number[] = []
  const trees: { id: number; pages: number }[] = []
  let [at, next] = [0, 4]

  async function write(part: string): Promise<void> {
    const bytes = Buffer.from(part, 'latin1')
    hash.update(bytes)
    at += bytes.length
    if (!out.write(bytes)) await once(out, 'drain')
  }
  async function writeObject(id: number, body: string): Promise<void> {
    offsets[id] = at
    await write(`${id} 0 obj\n${body}\nendobj\n`)
  }
  await write('%PDF-1.7\n%\x80\x80\x80\x80\n')

  return {
    /** Adds the pages of a PDF behind those that are there. */
    async add(pdf: Buffer): Promise<void> {
      const { objects, root, size } = readObjects(pdf)
      const shift = next - 1
      const shifted = (dictionary: string) =>
        dictionary.replace(/\b(\d+) 0 R\b/g, (_, id: string) => `${Number(id) + shift} 0 R`)
      const tree = Number(matchOne(/\/Pages (\d+) 0 R/, objects.get(root)!.dictionary))
      for (const [id, { dictionary, stream }] of objects) {
        if (id === root) continue
        const own = shifted(dictionary)
        const body = id === tree ? own.replace(/^<</, `<<\n  /Parent ${PAGES} 0 R`) : own
        await writeObject(id + shift, body + stream)
      }
      trees.push({ id: tree + shift, pages: Number(matchOne(/\/Count (\d+)/, objects.get(tree)!.dictionary)) })
      next += size
    },
    /** Ends the file, under this title; answers its length in bytes and its hash in hexadecimal. */
    async end(title: string): Promise<{ size: number; sha256: string }> {
      const kids = trees.map(({ id }) => `${id} 0 R`).join(' ')
      const count = trees.reduce((sum, { pages }) => sum + pages, 0)
      await writeObject(PAGES, `<<\n  /Type /Pages\n  /Count ${count}\n  /Kids [${kids}]\n>>`)
      await writeObject(INFO, `<<\n  /Title ${pdfText(title)}\n>>`)
      await writeObject(ROOT, `<<\n  /Type /Catalog\n  /Pages ${PAGES} 0 R\n>>`)
      const tableAt = at
      // Ids that no object has are free.
      const entries = Array.from({ length: next }, (_, id) =>
        offsets[id] === undefined ? '0000000000 65535 f\r\n' : `${String(offsets[id]).padStart(10, '0')} 00000 n\r\n`,
      )
      await write(`xref\n0 ${next}\n${entries.join('')}`)
      await write(
        `trailer\n<<\n  /Size ${next}\n  /Root ${ROOT} 0 R\n  /Info ${INFO} 0 R\n>>\nstartxref\n${tableAt}\n%%EOF\n`,
      )
      out.end()
      await once(out, 'close')
      return { size: at, sha256: hash.digest('hex') }
    },
    /** Gives the file up. */
    abort(): void {
      out.destroy()
    },
  }
}

/** Objects by id, each with its bytes behind the dictionary, which stay as they are. */
function readObjects(pdf: Buffer) {
  // Latin-1 gives one character a byte: offsets in the text are offsets in the file.
  const text = pdf.toString('latin1')
  const tableAt = Number(matchOne(/startxref\s+(\d+)\s+%%EOF\s*$/, text))
  const trailer = text.slice(text.indexOf('trailer', tableAt))
  const size = Number(matchOne(/\/Size (\d+)/, trailer))
  const root = Number(matchOne(/\/Root (\d+) 0 R/, trailer))
  const info = Number(/\/Info (\d+) 0 R/.exec(trailer)?.[1] ?? 0)
  const starts = [...text.slice(tableAt, text.indexOf('trailer', tableAt)).matchAll(/(\d{10}) \d{5} n/g)]
    .map(([, offset]) => Number(offset))
    .sort((a, b) => a - b)
  const objects = new Map<number, { dictionary: string; stream: string }>()
  for (const [i, start] of starts.entries()) {
    const whole = text.slice(start, starts[i + 1] ?? tableAt)
    const id = Number(matchOne(/^(\d+) 0 obj/, whole))
    if (id === info) continue
    const body = whole.slice(whole.indexOf('obj') + 3, whole.lastIndexOf('endobj')).trim()
    const streamAt = body.search(/(?<=>>)\s*stream\r?\n/)
    objects.set(id, {
      dictionary: streamAt < 0 ? body : body.slice(0, streamAt),
      stream: streamAt < 0 ? '' : body.slice(streamAt),
    })
  }
  return { objects, root, size }
}
