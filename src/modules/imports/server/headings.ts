import { isCreditCode, plainCreditCode } from '#lib/creditCode.ts'
import { invalid } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { cellText, type TableCell } from '#lib/server/sheets/tableReader.ts'
import { typedCode } from '#lib/typed.ts'
import { cellFor, readCell } from './cells.ts'
import type { ImportColumn } from './importKinds.ts'
import { REASON } from './marking.ts'
import type { SheetRow, SheetSurvey } from './reading.ts'

/** Sheet, row of the headings and meaning of the columns as staff chose them. `columns`: place from 1 → field; '': not read. */
export type LayoutChoice = { sheet: string; heading: number; columns: Record<string, string>; skipHidden: boolean }

/** What staff chose for headings of earlier files, by `headingKey`; '': not read. */
export type RememberedHeadings = ReadonlyMap<string, string>

/** How the meaning of a column was found. */
export type Found = 'name' | 'remembered' | 'chosen' | 'content'

/** Position of each column, and the sheet and row in which the headings were found. */
export type Layout = {
  sheet: string
  heading: number
  places: Map<ImportColumn, number>
  how: Map<ImportColumn, Found>
  /** Headings that nobody knows. */
  unknown: string[]
  /** Headings that staff chose not to read. */
  ignored: string[]
  /** Columns that a heading unknown may stand for, by the cells below it. */
  likely: Map<number, ImportColumn>
  /** Labels of required columns that no heading stands for. */
  missing: string[]
  skipHidden: boolean
}

/** A heading without what differs from office to office: blanks, brackets, marks, width, case. */
export const headingKey = (heading: string): string =>
  typedCode(heading)
    .replace(/\(.*?\)|[*:：]/g, '')
    .toLowerCase()

/**
 * Finds the row that names the columns, whatever their order; in a two-line heading the line above names what the line
 * itself does not. Among several sheets the first that has all that is needed.
 */
export function findLayout(
  sheets: readonly SheetSurvey[],
  columns: readonly ImportColumn[],
  { choice, remembered = new Map() }: { choice?: LayoutChoice | undefined; remembered?: RememberedHeadings } = {},
): Layout {
  const read = reader(columns, remembered)
  if (choice) {
    const sheet = sheets.find(({ name }) => name === choice.sheet)
    if (!sheet) throw invalid('文件里没有选定的工作表，请重新选择')
    return layoutOf(sheet, lineOf(sheet, choice.heading, read), columns, choice)
  }
  let best: Layout | undefined
  for (const sheet of sheets) {
    if (sheet.state !== 'visible') continue
    const line = widest(sheet.top.map(row => ({ ...row, names: read(row) })))
    if (!line) continue
    const layout = layoutOf(sheet, { line, above: lineOf(sheet, line.row - 1, read).line }, columns)
    if (!best || layout.missing.length < best.missing.length) best = layout
  }
  return best ?? withoutHeadings(sheets)
}

/** Throws where the columns needed have not been found: staff can then say which they are. */
export function refuseIncomplete({ heading, missing }: Layout): void {
  if (heading === 0) throw invalid('没有找到列名一行：请在下面选择列名所在的行，并说明各列是什么，或使用导入模板')
  if (missing.length > 0)
    throw invalid(`缺少必填的列：${missing.join('、')}。请在下面说明哪一列是它，或在表格里补上后重新上传`)
}

function withoutHeadings(sheets: readonly SheetSurvey[]): Layout {
  const visible = sheets.find(({ state, rows }) => state === 'visible' && rows > 0)
  const hidden = sheets.filter(({ state, rows }) => state !== 'visible' && rows > 0)
  if (!visible && hidden.length > 0)
    throw invalid(`数据在隐藏的工作表“${hidden.map(({ name }) => name).join('”“')}”里：请在 Excel 里取消隐藏后重新上传`)
  if (!visible) throw invalid('文件里没有数据')
  const none = { places: new Map(), how: new Map(), unknown: [], ignored: [], likely: new Map(), missing: [] }
  return { sheet: visible.name, heading: 0, ...none, skipHidden: false }
}

type Name = { name: string; column?: ImportColumn | undefined; how?: Found; isIgnored?: boolean }
type Line = { row: number; names: Name[] }
type ReadLine = (row: SheetRow) => Name[]

function reader(columns: readonly ImportColumn[], remembered: RememberedHeadings): ReadLine {
  const byName = new Map(columns.flatMap(column => namesOf(column).map(name => [name, column] as const)))
  return ({ cells }) =>
    cells.map(cell => {
      const name = cellText(cell).replace(/\s+/g, ' ').trim()
      const key = headingKey(name)
      const meant = remembered.get(key)
      if (meant === '') return { name, isIgnored: true }
      const column = meant === undefined ? byName.get(key) : columns.find(one => one.name === meant)
      return { name, column, how: meant === undefined ? 'name' : 'remembered' }
    })
}

const namesOf = ({ label, name, aliases = [] }: ImportColumn) => [label, name, ...aliases].map(headingKey)

const known = ({ names }: Line) => new Set(names.flatMap(({ column }) => column ?? [])).size

/** Of two lines that say as much, the lower where it only repeats merged headings of the upper. */
function widest(lines: Line[]): Line | undefined {
  let best: Line | undefined
  for (const line of lines) {
    const more = known(line) - (best ? known(best) : 0)
    if (more > 0 || (best && more === 0 && line.row === best.row + 1 && repeats(line, best))) best = line
  }
  return best
}

const repeats = (line: Line, above: Line) =>
  line.names.some(({ column }) => column) &&
  line.names.every(({ column }, i) => column === undefined || column === above.names[i]?.column)

function lineOf(sheet: SheetSurvey, number: number, read: ReadLine): { line: Line; above: Line | undefined } {
  const at = (wanted: number) => {
    const row = sheet.top.find(({ row }) => row === wanted)
    return row && { row: wanted, names: read(row) }
  }
  return { line: at(number) ?? { row: number, names: [] }, above: at(number - 1) }
}

function layoutOf(
  sheet: SheetSurvey,
  { line, above }: { line: Line; above: Line | undefined },
  columns: readonly ImportColumn[],
  choice?: LayoutChoice,
): Layout {
  const layout: Layout = {
    sheet: sheet.name,
    heading: line.row,
    places: new Map(),
    how: new Map(),
    unknown: [],
    ignored: [],
    likely: new Map(),
    missing: [],
    skipHidden: choice?.skipHidden ?? false,
  }
  const below = sheet.top.filter(({ row }) => row > line.row)
  const width = Math.max(line.names.length, above?.names.length ?? 0, ...below.map(({ cells }) => cells.length))
  const unplaced: { place: number; name: string }[] = []
  for (let i = 0; i < width; i++) {
    const own = line.names[i]
    const upper = above?.names[i]
    const said = own?.column || own?.isIgnored || !upper?.column ? own : { ...upper, name: own?.name || upper.name }
    const name = said?.name ?? ''
    const chosen = choice?.columns[i + 1]
    const column = chosen === undefined ? said?.column : columns.find(one => one.name === chosen)
    if (column && !layout.places.has(column)) {
      layout.places.set(column, i)
      layout.how.set(column, chosen === undefined ? said!.how! : 'chosen')
    } else if (name && name !== REASON && (chosen === '' || said?.isIgnored)) layout.ignored.push(name.slice(0, 30))
    else if (name !== REASON) unplaced.push({ place: i, name: name.slice(0, 30) })
  }
  for (const { place, name } of unplaced) {
    const cells = below.map(({ cells }) => cells[place])
    const likely = likelyColumn(cells, columns, layout)
    // Needed, and nothing else can be it: read as such, and said so.
    if (likely?.required && choice === undefined) {
      layout.places.set(likely, place)
      layout.how.set(likely, 'content')
      continue
    }
    if (likely) layout.likely.set(place, likely)
    if (name) layout.unknown.push(name)
    else if (cells.some(cell => cellText(cell) !== '')) layout.unknown.push(`第 ${place + 1} 列（没有列名）`)
  }
  layout.missing = columns.filter(one => one.required && !layout.places.has(one)).map(({ label }) => label)
  return layout
}

const MIN_SAMPLE = 3
const MIN_SHARE = 0.7

/** The only column not yet found whose kind most of these cells are of. */
function likelyColumn(
  cells: readonly (TableCell | undefined)[],
  columns: readonly ImportColumn[],
  { places }: Layout,
): ImportColumn | undefined {
  const said = cells.filter(cell => cellText(cell).trim() !== '')
  if (said.length < MIN_SAMPLE) return undefined
  const fits = columns.filter(column => {
    if (places.has(column)) return false
    const test = testOf(column)
    return test !== undefined && said.filter(test).length >= said.length * MIN_SHARE
  })
  return fits.length === 1 ? fits[0] : undefined
}

const ORGANISATION = /(公司|集团|厂|合作社|研究院|设计院|学院|中心|商行|事务所|协会|商会|经营部|酒店|医院)$/

function testOf(column: ImportColumn): ((cell: TableCell | undefined) => boolean) | undefined {
  const text = (cell: TableCell | undefined) => cellText(cell).trim()
  switch (column.kind) {
    case 'creditCode':
      return cell => isCreditCode(plainCreditCode(text(cell)))
    case 'mobile':
      return cell => isMobile(plainMobile(text(cell)))
    case 'email':
      return cell => /^\S+@\S+\.\S+$/.test(text(cell))
    case 'organisationName':
      return cell => ORGANISATION.test(text(cell))
    case 'province':
    case 'choice':
      return cell => {
        const said = cellFor(column, cell)
        return typeof said === 'string' && typeof readCell(column, said) === 'string'
      }
    case 'day':
      return cell => typeof cell === 'object' && cell.isDate === true
    default:
      return undefined
  }
}
