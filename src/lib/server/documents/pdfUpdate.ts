/**
 * Changes a PDF by adding to it (ISO 32000-1, 7.5.6): what was there stays as it is, new versions of objects come behind.
 * Of a PDF as Typst writes it, with one plain table of where its objects begin and none of them compressed.
 */
export function openPdf(pdf: Buffer) {
  // Latin-1 gives one character a byte: offsets in the text are offsets in the file.
  const text = pdf.toString('latin1')
  const tableAt = Number(matchOne(/startxref\s+(\d+)\s+%%EOF\s*$/, text))
  const trailer = text.slice(text.indexOf('trailer', tableAt))
  const entriesAt = text.indexOf('0000000000 65535', tableAt)
  const size = Number(matchOne(/\/Size (\d+)/, trailer))

  /** The text of an object, without the words around it. */
  function read(id: number): string {
    const start = Number(text.slice(entriesAt + XREF_ENTRY_BYTES * id, entriesAt + XREF_ENTRY_BYTES * id + 10))
    if (!text.startsWith(`${id} 0 obj`, start)) throw new Error(`PDF object ${id} is not where it should be`)
    return text.slice(text.indexOf('obj', start) + 3, text.indexOf('endobj', start)).trim()
  }

  /** The file with these objects behind it; those from `size` on are new. */
  function add(objects: Map<number, string>): Buffer {
    const parts = [text]
    let at = text.length
    const push = (part: string) => {
      parts.push(part)
      at += part.length
    }
    const entries = [...objects].map(([id, body]) => {
      const entry = `${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`
      push(`${id} 0 obj\n${body}\nendobj\n`)
      return entry
    })
    const last = Math.max(size - 1, ...objects.keys())
    const kept = trailer
      .slice(0, trailer.lastIndexOf('>>'))
      .replace(/\/Size \d+/, `/Size ${last + 1}`)
      .trimEnd()
    push(`xref\n${entries.join('')}${kept}\n  /Prev ${tableAt}\n>>\nstartxref\n${at}\n%%EOF\n`)
    return Buffer.from(parts.join(''), 'latin1')
  }

  const root = Number(matchOne(/\/Root (\d+) 0 R/, trailer))
  return { size, root, firstPage: firstPage(read, root), read, add }
}

/** Bytes of a line in the cross-reference table. */
const XREF_ENTRY_BYTES = 20

function firstPage(read: (id: number) => string, root: number): number {
  let id = Number(matchOne(/\/Pages (\d+) 0 R/, read(root)))
  while (/\/Type \/Pages\b/.test(read(id))) id = Number(matchOne(/\/Kids \[(\d+) 0 R/, read(id)))
  return id
}

export function matchOne(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`PDF without ${pattern.source}`)
  return found
}

/** A dictionary with one more entry. */
export const withEntry = (dictionary: string, entry: string) => dictionary.replace(/^<</, () => `<<\n  ${entry}`)

/** Any text, as PDF writes it. */
export const pdfText = (text: string) => `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`
/** A text of a PDF as it is written in hexadecimal, in UTF-16; empty where it is none. */
export function readPdfText(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length % 2 !== 0) return ''
  return bytes
    .swap16()
    .toString('utf16le')
    .replace(/^\ufeff/, '')
}
