/** RFC 4180, and what spreadsheets make of it: any of three separators, a byte order mark, lines of any ending. */
export function* readCsv(text: string): Generator<{ row: number; cells: string[] }> {
  const separator = separatorOf(text)
  let cells: string[] = []
  let row = 1
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; ) {
    const { cell, end } = text[at] === '"' ? quoted(text, at) : bare(text, at, separator)
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

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const count = (sign: string) => line.split(sign).length
  return [',', '\t', ';'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

function quoted(text: string, start: number) {
  let cell = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { cell: cell + text.slice(at), end: text.length }
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    at = quote + 2
  }
}

function bare(text: string, start: number, separator: string) {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return { cell: text.slice(start, end), end }
}

/** UTF-8, or what Chinese Windows saves. */
export function textFrom(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
