import { Parser } from 'htmlparser2'

/** Whether a text is a web page, or a workbook in XML, as banks save one under the name .xls. */
export const isMarkup = (text: string): boolean => /^\s*<[!?a-z]/i.test(text) && /<(?:\w+:)?(?:table|row)\b/i.test(text)

const ROWS = new Set(['tr', 'row', 'ss:row'])
const CELLS = new Set(['td', 'th', 'cell', 'ss:cell'])

/**
 * Reads the tables of a web page (`table`, `tr`, `td`) or of a workbook in XML (Excel 2003: `Row`, `Cell`) as one list of
 * rows, at most so many rows and columns. A cell that spans columns is followed by empty ones.
 */
export function readMarkup(text: string, { maxRows, maxColumns }: { maxRows: number; maxColumns: number }): string[][] {
  const rows: string[][] = []
  let row: string[] | undefined
  let cell: string | undefined
  let span = 1
  const endCell = () => {
    if (row && cell !== undefined) row.push(cell.trim(), ...Array.from({ length: span - 1 }, () => ''))
    cell = undefined
  }
  const parser = new Parser({
    onopentag(name, { colspan, index, 'ss:index': place = index }) {
      if (ROWS.has(name)) {
        endCell()
        row = rows.length < maxRows ? [] : undefined
        if (row) rows.push(row)
      } else if (CELLS.has(name)) {
        endCell()
        cell = ''
        span = Math.min(Number(colspan) || 1, maxColumns)
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
