import type { FormField, FormRow } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'

type Cell = FormRow[string]

/** The cells of what a spreadsheet puts on the clipboard; undefined for text that is not a table. */
export function readTable(text: string): string[][] | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  if (!/[\t\n]/.test(lines)) return undefined
  return [...splitOutside(lines, '\n')].map(line => [...splitOutside(line, '\t')].map(unquoted))
}

/** Quotes around a cell keep its line breaks and tabs together. */
function* splitOutside(text: string, separator: string) {
  let part = ''
  let isQuoted = false
  for (const character of text) {
    if (character === '"' && (isQuoted || part === '' || /[\t\n]$/.test(part))) isQuoted = !isQuoted
    if (character === separator && !isQuoted) {
      yield part
      part = ''
    } else part += character
  }
  yield part
}

const unquoted = (cell: string) => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replace(/""/g, '"') : cell).trim()

type Pasting = {
  columns: readonly FormField[]
  rows: readonly FormRow[]
  at: { row: number; column: number }
  max: number
}

/**
 * A table laid over rows from one cell on, to the right and downwards. A first line of headings is passed over; cells
 * that their column cannot hold are left as they are, and counted.
 */
export function pasteInto({ columns, rows, at, max }: Pasting, table: string[][]) {
  const across = columns.slice(at.column)
  const isHead = table[0]!.every((cell, i) => across[i]?.label === cell)
  const lines = isHead ? table.slice(1) : table
  const fitting = lines.slice(0, Math.max(0, max - at.row))
  const pasted: FormRow[] = [...rows]
  let unread = 0
  for (const [i, line] of fitting.entries()) {
    const row = { ...pasted[at.row + i] }
    for (const [j, column] of across.slice(0, line.length).entries()) {
      const value = readCell(column, line[j]!)
      if (value === undefined) unread++
      else row[column.name] = value
    }
    pasted[at.row + i] = row
  }
  return { rows: pasted, lines: fitting.length, unread, left: lines.length - fitting.length }
}

/** Undefined where the column has no such value. */
function readCell({ kind, options = [] }: FormField, text: string): Cell | undefined {
  if (text === '') return null
  const codeIn = (named: typeof options, word: string) =>
    named.find(({ code, name }) => word === name || word === code)?.code
  switch (kind) {
    case 'choice':
      return codeIn(options, text)
    case 'province':
      return provinces.find(({ code, short }) => text === code || text.startsWith(short))?.code
    case 'choices': {
      const codes = text.split(/[、,，;；]/).map(word => codeIn(options, word.trim()))
      return codes.includes(undefined) ? undefined : (codes as string[])
    }
    case 'agreement':
      return /^(是|有|√|y|yes|true|1)$/i.test(text) ? true : /^(否|无|×|n|no|false|0)$/i.test(text) ? false : undefined
    case 'day':
      return readDay(text)
    default:
      return text
  }
}

/** `2026/1/31`, `2026.1.31`, `2026年1月31日` and `20260131` are the same day. */
function readDay(text: string): string | undefined {
  const found = text.match(/^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/)
  if (!found) return undefined
  const [, year, month = found[4], day = found[5]] = found
  return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
}
