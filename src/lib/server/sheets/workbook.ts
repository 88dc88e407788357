import { createHash, randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type excel from '@protobi/exceljs'
import type { Download } from '#lib/contract.ts'
import { widthOf } from '../documents/printable.ts'
import { loadExcel } from './excel.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Column of an exported list. Text stays text: numbers of papers keep their zeros, and nothing becomes a formula. */
export type Column<Row> = {
  title: string
  /** Width of the column in half-width characters, at most; it is no wider than its first rows need. */
  width?: number
  value: (row: Row) => string | number | null | undefined
}
export type Sheet<Row> = {
  /** Absent: as the file. */
  name?: string
  columns: readonly Column<Row>[]
  rows: AsyncIterable<Row> | Iterable<Row>
  /** Stands above the headings, on each page that is printed, and in the properties of the file: whose copy it is. */
  mark?: string
}

/** Lists as a workbook, written row by row while it is sent: the longest costs no more memory than the shortest. */
export function sendWorkbook<Rows extends unknown[]>(
  name: string,
  ...sheets: { [At in keyof Rows]: Sheet<Rows[At]> }
): Download {
  const parts = sheets.map(sheet => writing({ name, ...sheet }))
  return {
    name: `${name}.xlsx`,
    type: XLSX,
    inline: false,
    isPrivate: true,
    etag: `"${createHash('sha256').update(randomUUID()).digest('base64url').slice(0, 22)}"`,
    body: async () => {
      const stream = new PassThrough()
      // A client that disconnects ends the reading; any other error breaks the file off, so that a partial file does
      // not look complete.
      write(stream, parts).catch(error => stream.destroy(error))
      return stream
    },
  }
}

/** A sheet, whatever its rows are, on its way into a book. */
type Writing = (book: excel.stream.xlsx.WorkbookWriter, stream: PassThrough) => Promise<void>
const writing =
  <Row>(sheet: Sheet<Row> & { name: string }): Writing =>
  (book, stream) =>
    addSheet(book, stream, sheet)

async function write(stream: PassThrough, sheets: readonly Writing[]): Promise<void> {
  const { stream: streams } = await loadExcel()
  const book = new streams.xlsx.WorkbookWriter({ stream, useStyles: true })
  for (const sheet of sheets) await sheet(book, stream)
  if (!stream.destroyed) await book.commit()
}

async function addSheet<Row>(
  book: excel.stream.xlsx.WorkbookWriter,
  stream: PassThrough,
  { name, columns, rows, mark }: Sheet<Row> & { name: string },
): Promise<void> {
  const sheet = book.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: mark ? 2 : 1 }],
    ...(mark && { headerFooter: { oddFooter: mark.replaceAll('&', '&&').slice(0, MAX_FOOTER_LENGTH) } }),
  })
  if (mark) Object.assign(book, { title: name, description: mark })
  const { first, rest } = await takeFirst(rows, ROWS_MEASURED)
  sheet.columns = columns.map(column => ({ width: columnWidth(column, first), style: { numFmt: '@' } }))
  if (mark) sheet.addRow([escaped(mark)]).commit()
  const headingRow = mark ? 2 : 1
  sheet.autoFilter = { from: { row: headingRow, column: 1 }, to: { row: headingRow, column: columns.length } }
  const headings = sheet.addRow(columns.map(({ title }) => title))
  headings.font = { bold: true }
  headings.commit()
  for await (const row of rest) {
    if (stream.destroyed) return
    const cells = sheet.addRow(columns.map(({ value }) => escaped(value(row) ?? '')))
    // A number in a cell for text would become text as soon as somebody edits it.
    cells.eachCell(cell => {
      if (typeof cell.value === 'number') cell.numFmt = Number.isInteger(cell.value) ? '0' : 'General'
    })
    cells.commit()
    if (stream.writableNeedDrain) await waitForDrain(stream)
  }
  sheet.commit()
}

/** The widths of a workbook are written before its rows: so many are held back to measure them. */
const ROWS_MEASURED = 200
const MIN_WIDTH = 8
/** Maximum of a column that sets none. */
const MAX_WIDTH = 40
/** Room for the button of the filter beside a heading, and for the margins of a cell. */
const FILTER_WIDTH = 4
const MARGIN = 2

/** Width that shows the heading and the longest line of the first rows; a full-width character counts as two. */
function columnWidth<Row>({ title, width = MAX_WIDTH, value }: Column<Row>, first: readonly Row[]): number {
  const lines = first.flatMap(row =>
    String(value(row) ?? '')
      .slice(0, 1_000)
      .split('\n'),
  )
  const needed = Math.max(widthOf(title) + FILTER_WIDTH, ...lines.map(line => widthOf(line) + MARGIN))
  return Math.max(MIN_WIDTH, Math.min(needed, Math.max(width, widthOf(title) + FILTER_WIDTH)))
}

/** Reads the first rows, and answers all of them to be read from the beginning. */
async function takeFirst<Row>(rows: Sheet<Row>['rows'], count: number) {
  const reading = (async function* () {
    yield* rows
  })()
  const first: Row[] = []
  while (first.length < count) {
    const { value, done } = await reading.next()
    if (done) break
    first.push(value)
  }
  const rest = (async function* () {
    yield* first
    yield* reading
  })()
  return { first, rest }
}

/** Characters: Excel's limit is 255. */
const MAX_FOOTER_LENGTH = 250

/**
 * Signs that XML cannot hold or would change (XML 1.0, Char), halves of a pair among them, and what looks like one that is
 * written so: `_x000D_`.
 */
const SIGN =
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[\da-f]{4}_)/gi
/** Characters that a cell of Excel holds. */
const MAX_CELL_LENGTH = 32_767
const escaped = (value: string | number) => (typeof value === 'string' ? fitting(value).replace(SIGN, byNumber) : value)
/** A longer text would make Excel call the whole book broken: it says where it was cut. */
function fitting(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text
  const note = `…（超过 Excel 单元格的上限，原文共 ${text.length} 字，请在系统中查看全文）`
  return text.slice(0, MAX_CELL_LENGTH - note.length).replace(/[\ud800-\udbff]$/, '') + note
}
const byNumber = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const waitForDrain = (stream: PassThrough) =>
  new Promise<void>(resolve => {
    stream.once('drain', resolve).once('close', resolve)
  })

const BATCH = 1000
/** A query that can be told how many rows to answer. */
type Limitable<Row> = { limit(rows: number): PromiseLike<Row[]> }

/**
 * Rows of a long list, so many at a time: `ask` gets the last one of before. A query is limited here, what is made of one
 * limits itself.
 */
export async function* inBatches<Row>(
  ask: (after: Row | undefined) => Limitable<Row> | Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const asked = ask(last)
    const rows = await ('limit' in asked ? asked.limit(BATCH) : asked)
    yield* rows
    last = rows.at(-1)
    if (last === undefined) return
  }
}
