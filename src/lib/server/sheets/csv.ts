import { invalid } from '#lib/error.ts'

/** Lines from which the separator is found: titles and remarks may stand above the table. */
const SAMPLE_ROWS = 60
const SEPARATORS = [',', '\t', ';', '|']

/**
 * Reads RFC 4180 and what programs make of it: any of four separators, a byte order mark, lines of any ending, blanks
 * around quotes, titles above the table, and marks that keep a number as text (`="00123"`, `'00123`).
 */
export function* readCsv(text: string): Generator<{ row: number; cells: string[] }> {
  const [, named] = text.match(/^\ufeff?sep=([^\r\n])\r?\n/i) ?? []
  const start = named ? text.indexOf('\n') + 1 : text.startsWith('\ufeff') ? 1 : 0
  yield* readRows(text, start, named ?? separatorOf(text, start))
}

function* readRows(text: string, start: number, separator: string): Generator<{ row: number; cells: string[] }> {
  let cells: string[] = []
  let row = 1
  for (let at = start; at < text.length; ) {
    const { cell, end } = quoted(text, at, separator) ?? bare(text, at, separator)
    cells.push(cell)
    at = end
    if (text[at] === separator) {
      at++
      if (at < text.length) continue
      cells.push('')
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    yield { row: row++, cells }
    cells = []
  }
}

/** Returns the separator that gives most rows the same number of cells; a comma where none does. */
function separatorOf(text: string, start: number): string {
  let best = { separator: ',', rows: 0, cells: 1 }
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>()
    for (const { row, cells } of readRows(text, start, separator)) {
      if (row > SAMPLE_ROWS) break
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    }
    for (const [cells, rows] of counts)
      if (rows > best.rows || (rows === best.rows && cells > best.cells)) best = { separator, rows, cells }
  }
  return best.separator
}

/** Undefined: the cell is not quoted, or its quote is never closed and therefore a sign like others. */
function quoted(text: string, start: number, separator: string) {
  let at = start
  while (text[at] === ' ' || (text[at] === '\t' && separator !== '\t')) at++
  if (text[at] === '=' && text[at + 1] === '"') at++
  if (text[at] !== '"') return undefined
  let cell = ''
  for (at++; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return undefined
    cell += text.slice(at, quote)
    at = quote + 1
    if (text[at] !== '"') break
    cell += '"'
    at++
  }
  const rest = bare(text, at, separator)
  return { cell: withoutMarkInQuotes(plain(cell)) + rest.cell.trimEnd(), end: rest.end }
}

function bare(text: string, start: number, separator: string) {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return { cell: withoutMark(plain(text.slice(start, end))), end }
}

/** Takes away what keeps a spreadsheet from reading a number: `="00123"`. */
const plain = (cell: string) => cell.replace(/^\s*="(.*)"\s*$/s, (_, inner: string) => inner.replaceAll('""', '"'))
/** The same of an apostrophe before a number or code. In quotes a cell is exact, unless it is a long number. */
const withoutMark = (cell: string) => cell.replace(/^\s*'(?=[\d=+@-]|[A-Z]+[\d-])/i, '')
const withoutMarkInQuotes = (cell: string) => cell.replace(/^'(?=\d{5,}$)/, '')

/** UTF-16 by its mark, or by zero bytes at every other place, which no other text has. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const end = Math.min(bytes.length, 64 * 1024)
  for (let i = 0; i < end; i++) if (bytes[i] === 0) zeros[i % 2]!++
  const [even, odd] = zeros as [number, number]
  if (even + odd < 4 || Math.min(even, odd) > 0) return undefined
  // A line break and a few signs of ASCII are in every table.
  const text = new TextDecoder(odd > 0 ? 'utf-16le' : 'utf-16be').decode(bytes.subarray(0, end & ~1))
  return /[\r\n]/.test(text) && !/[\0\ufffd]/.test(text) ? (odd > 0 ? 'utf-16le' : 'utf-16be') : undefined
}

/** UTF-8, UTF-16, or what Chinese Windows saves (GBK, GB 18030). */
export const textFrom = (bytes: Uint8Array): string => decoded(bytes) ?? new TextDecoder('gb18030').decode(bytes)

/** The same of a table, of which no character may be lost. */
export function tableTextFrom(bytes: Uint8Array): string {
  const text = decoded(bytes)
  if (text === undefined)
    throw invalid('文件的文字编码无法识别：请在 Excel 或 WPS 中另存为 XLSX，或以 UTF-8 编码保存的 CSV')
  return text
}

function decoded(bytes: Uint8Array): string | undefined {
  const wide = utf16Of(bytes)
  for (const charset of wide ? [wide] : ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes)
    } catch {}
  return undefined
}
