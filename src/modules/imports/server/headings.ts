import { invalid } from '#lib/error.ts'
import type { ImportColumn } from './importKinds.ts'
import { REASON } from './marking.ts'
import type { SheetRow } from './reading.ts'

/** Position of each column, and the sheet and row in which the headings were found. */
export type Layout = {
  sheet: string
  heading: number
  places: Map<ImportColumn, number>
  unknown: string[]
}

/** Titles, dates and merged groups may stand above the headings. */
const MAX_HEADING_ROW = 20

const normalizeHeading = (heading: string) =>
  heading
    .normalize('NFKC')
    .replace(/[*\s]|\(.*?\)|（.*?）/g, '')
    .toLowerCase()

/**
 * Finds the row that names the columns, whatever their order; in a two-line heading the line above names what the line
 * itself does not. Among several sheets the first that has all that is needed.
 */
export function findHeadings(rows: readonly SheetRow[], columns: readonly ImportColumn[]): Layout {
  const byName = new Map(columns.flatMap(column => namesOf(column).map(name => [name, column] as const)))
  const read = ({ cells }: SheetRow) =>
    cells.map(cell =>
      typeof cell === 'string' ? { name: cell.trim(), column: byName.get(normalizeHeading(cell)) } : { name: '' },
    )
  let best: Layout | undefined
  for (const [sheet, all] of Map.groupBy(rows, row => row.sheet)) {
    const found = widest(all.filter(({ row }) => row <= MAX_HEADING_ROW).map(row => ({ ...row, names: read(row) })))
    if (!found) continue
    const layout = { sheet, ...layoutOf(found.line, found.above) }
    if (!best || missing(layout, columns).length < missing(best, columns).length) best = layout
  }
  if (!best) throw invalid('没有找到列名一行：请使用导入模板，列名与模板一致（顺序不限）')
  const lacking = missing(best, columns)
  if (lacking.length > 0) throw invalid(`缺少必填的列：${lacking.join('、')}。请对照导入模板补上后重新上传`)
  return best
}

const namesOf = ({ label, name, aliases = [] }: ImportColumn) => [label, name, ...aliases].map(normalizeHeading)

type Line = { row: number; names: { name: string; column?: ImportColumn }[] }
const known = ({ names }: Line) => names.filter(({ column }) => column).length

function widest(lines: Line[]) {
  const line = lines.reduce<Line | undefined>(
    (best, one) => (known(one) > (best ? known(best) : 0) ? one : best),
    undefined,
  )
  return line && { line, above: lines.find(({ row }) => row === line.row - 1) }
}

function layoutOf(line: Line, above: Line | undefined): Omit<Layout, 'sheet'> {
  const places = new Map<ImportColumn, number>()
  const unknown: string[] = []
  const width = Math.max(line.names.length, above?.names.length ?? 0)
  for (let i = 0; i < width; i++) {
    const { name = '', column = above?.names[i]?.column } = line.names[i] ?? {}
    if (column && !places.has(column)) places.set(column, i)
    else if (name && name !== REASON) unknown.push(name.slice(0, 30))
  }
  return { heading: line.row, places, unknown }
}

const missing = ({ places }: Pick<Layout, 'places'>, columns: readonly ImportColumn[]) =>
  columns.filter(column => column.required && !places.has(column)).map(({ label }) => label)
