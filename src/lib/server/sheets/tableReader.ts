import { readFile } from 'node:fs/promises'
import { invalid } from '#lib/error.ts'
import { notAText } from './binary.ts'
import { type BookCell, type BookRow, EPOCH, type Merge, readBook, type SheetState } from './bookReader.ts'
import { plainNumber } from './cellFormats.ts'
import { readCsv, tableTextFrom } from './csv.ts'

/**
 * A cell as people see it: its text, or more where a text does not say all. `fault`: why its text must not be used.
 * `day`: of a date, or of a number read as one (ISO). `number`: its exact value.
 */
export type TableCell =
  | string
  | { text: string; fault?: string; day?: string; isDate?: boolean; number?: number; isFormula?: boolean }

/** `filled`: columns, from 1, that have the value of a merged cell above. */
export type TableRow = { number: number; isHidden: boolean; cells: TableCell[]; filled?: number[] }
/** `name` is empty where the file has no sheets. */
export type Table = { name: string; state: SheetState; rows: AsyncGenerator<TableRow> }

export const cellText = (cell: TableCell | undefined): string => (typeof cell === 'object' ? cell.text : (cell ?? ''))

/** Excel keeps 15 digits of a number: longer ones have lost their end when they get here. */
export const LOST_DIGITS = 'Excel 把长号码当作数字，末尾几位已丢失；请把该列设为“文本”格式，重新填写完整号码'
/** A long number as Excel writes it into a text. */
export const isShortened = (text: string): boolean => /^\d(\.\d+)?E\+\d+$/i.test(text.normalize('NFKC').trim())

/** First bytes of a compound file: a workbook in the format of 1997 to 2003 (BIFF), or an encrypted one. */
const COMPOUND = 'd0cf11e0'

type Bounds = { maxRows: number; maxColumns: number }

/**
 * The sheets of whatever people call an Excel file: XLSX, XLS and ET (BIFF), a web page or XML named .xls, CSV of any
 * separator and encoding. What it is, is told by its content. Throws a refusal that says what to do for other files. One
 * row more than `maxRows` of a sheet may come, so that the caller can tell that there are too many. Parses bytes of
 * strangers: call it in a thread with limits.
 */
export async function* readTables(path: string, { maxRows, maxColumns }: Bounds): AsyncGenerator<Table> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    for await (const sheet of readBook(path)) yield tableOf({ ...sheet, maxColumns })
    return
  }
  // The libraries of the older formats are large: they are loaded for files that need them.
  if (bytes.subarray(0, 4).toString('hex') === COMPOUND) {
    const { readOldWorkbook } = await import('./oldWorkbook.ts')
    for (const { rows, merges, ...sheet } of await readOldWorkbook(bytes, maxRows + 1))
      yield tableOf({ ...sheet, merges: async () => merges, maxColumns, rows: each(rows) })
    return
  }
  const fault = notAText(bytes)
  if (fault) throw invalid(fault)
  const text = tableTextFrom(bytes)
  const { isMarkup } = await import('./htmlTable.ts')
  const rows = isMarkup(text) ? markupRows(text, { maxRows: maxRows + 1, maxColumns }) : csvRows(text, maxColumns)
  yield { name: '', state: 'visible', rows }
}

async function* each<T>(all: Iterable<T>): AsyncGenerator<T> {
  yield* all
}

async function* csvRows(text: string, maxColumns: number): AsyncGenerator<TableRow> {
  for (const { row, cells } of readCsv(text)) yield { number: row, isHidden: false, cells: cells.slice(0, maxColumns) }
}

async function* markupRows(text: string, bounds: Bounds): AsyncGenerator<TableRow> {
  const { readMarkup } = await import('./htmlTable.ts')
  for (const [i, cells] of readMarkup(text, bounds).entries()) yield { number: i + 1, isHidden: false, cells }
}

type Source = {
  name: string
  state: SheetState
  is1904: boolean
  merges: () => Promise<Merge[]>
  maxColumns: number
  rows: AsyncIterable<BookRow>
}

function tableOf(source: Source): Table {
  return { name: source.name, state: source.state, rows: rowsOf(source) }
}

async function* rowsOf({ rows, merges, is1904, maxColumns }: Source): AsyncGenerator<TableRow> {
  const tall = (await merges()).filter(({ top, bottom }) => bottom > top)
  const starting = Map.groupBy(tall, ({ top }) => top)
  let open: { merge: Merge; cell: TableCell }[] = []
  for await (const { number, isHidden, cells: raw } of rows) {
    const cells = Array.from(raw.slice(0, maxColumns), cell => (cell ? cellOf(cell, is1904) : ''))
    open = open.filter(({ merge }) => merge.bottom >= number)
    const filled: number[] = []
    if (cells.some(cell => cellText(cell) !== ''))
      for (const { merge, cell } of open) {
        const at = merge.left - 1
        if (cellText(cells[at]) !== '' || cellText(cell) === '') continue
        while (cells.length < at) cells.push('')
        cells[at] = cell
        filled.push(merge.left)
      }
    for (const merge of starting.get(number) ?? []) open.push({ merge, cell: cells[merge.left - 1] ?? '' })
    yield { number, isHidden, cells, ...(filled.length > 0 && { filled }) }
  }
}

const UNSAVED = '公式没有保存计算结果：请用 Excel 打开并保存后重新上传，或把公式粘贴为值'
const UNREADABLE_DAY = '日期无法识别，请写成 2026-01-31 的样子'

function cellOf({ value, shown, isFormula, isUnsaved }: BookCell, is1904: boolean): TableCell {
  const formula = isFormula && { isFormula }
  if (isUnsaved) return { text: '（公式）', fault: UNSAVED, isFormula: true }
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string') return isFormula ? { text: value, isFormula } : value
  if (value instanceof Date) return { ...dateCell(value), ...formula }
  if (typeof value === 'object')
    return { text: value.error, fault: `单元格是错误值 ${value.error}，请改为文字`, ...formula }
  const fault = Math.abs(value) >= 1e15 ? { fault: LOST_DIGITS } : {}
  const day = dayOf(value, is1904)
  return { text: shown ?? plainNumber(value), number: value, ...(day && { day }), ...fault, ...formula }
}

function dateCell(value: Date): TableCell & object {
  if (Number.isNaN(value.getTime())) return { text: '（日期）', fault: UNREADABLE_DAY }
  const [day, time] = value.toISOString().split('T') as [string, string]
  if (time.startsWith('00:00:00')) return day === NO_DAY ? { text: '0', number: 0 } : { text: day, day, isDate: true }
  const clock = time.slice(0, 8)
  // A time of day alone is a day before the calendar begins.
  return [NO_DAY, '1904-01-01'].includes(day)
    ? { text: clock, isDate: true }
    : { text: `${day} ${clock}`, day, isDate: true }
}

/** Zero in the format of a day. */
const NO_DAY = '1899-12-30'

/** Serial numbers of 1950 to 2100. */
const FIRST_DAY = 18_264
const LAST_DAY = 73_415

/** Returns the day that a number stands for in a workbook's calendar. */
function dayOf(value: number, is1904: boolean): string | undefined {
  const serial = Math.floor(value) + (is1904 ? EPOCH[1900] - EPOCH[1904] : 0)
  if (serial < FIRST_DAY || serial > LAST_DAY) return undefined
  return new Date((serial - EPOCH[1900]) * 86_400_000).toISOString().slice(0, 10)
}
