import { Parser } from 'htmlparser2'

/** Whether a text is a web page, or a workbook in XML, as banks save one under the name .xls. */
export const isMarkup = (text: string): boolean => /^\s*<[!?a-z]/i.test(text) && /<(?:\w+:)?(?:table|row)\b/i.test(text)

const ROWS = new Set(['tr', 'row', 'ss:row'])
const CELLS = new Set(['td', 'th', 'cell', 'ss:cell'])

/**
 * Reads the tables of a web page (`table`, `tr`, `td`) or of a workbook in XML (Excel 2003: `Row`, `Cell`) as one list of
 * rows, at most so many rows and columns. A cell that spans columns is followed by empty ones; one that spans rows has its
 * value in each of them.
 */
export function readMarkup(text: string, { maxRows, maxColumns }: { maxRows: number; maxColumns: number }): string[][] {
  const rows: string[][] = []
  let row: string[] | undefined
  let cell: string | undefined
  let span = 1
  let depth = 1
  /** Values that go on in the rows below, by their columns. */
  const below = new Map<number, { text: string; rows: number }>()
  const fillDown = () => {
    for (let at = below.get(row!.length); at && row!.length < maxColumns; at = below.get(row!.length)) {
      if (--at.rows <= 0) below.delete(row!.length)
      row!.push(at.text)
    }
  }
  const endCell = () => {
    if (row && cell !== undefined) {
      const text = cell.trim()
      for (let i = 0; i < span; i++) {
        if (depth > 1 && below.size < maxColumns) below.set(row.length, { text: i === 0 ? text : '', rows: depth - 1 })
        row.push(i === 0 ? text : '')
      }
      fillDown()
    }
    cell = undefined
  }
  const parser = new Parser({
    onopentag(name, { colspan, rowspan, index, 'ss:index': place = index }) {
      if (ROWS.has(name)) {
        endCell()
        row = rows.length < maxRows ? [] : undefined
        if (row) {
          rows.push(row)
          fillDown()
        }
      } else if (CELLS.has(name)) {
        endCell()
        cell = ''
        span = Math.min(Number(colspan) || 1, maxColumns)
        depth = Math.min(Number(rowspan) || 1, maxRows)
        while (row && row.length < Math.min(Number(place) || 0, maxColumns) - 1) row.push('')
      } else if (name === 'br' && cell !== undefined) cell += ' '
    },
    ontext(piece) {
      if (cell !== undefined) cell += piece
    },
    onclosetag(name) {
      if (CELLS.has(name) || ROWS.has(name)) endCell()
    },
  })
  parser.write(text)
  parser.end()
  return rows.map(cells => cells.slice(0, maxColumns))
}
