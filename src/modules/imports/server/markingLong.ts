import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CellValue, Row, Style } from '@protobi/exceljs'
import { type BookCell, readBook } from '#lib/server/sheets/bookReader.ts'
import { readStyles } from '#lib/server/sheets/bookStyles.ts'
import { loadExcel } from '#lib/server/sheets/excel.ts'
import { cellText } from '#lib/server/sheets/tableReader.ts'
import { XLSX } from '#lib/server/sheets/workbook.ts'
import { clear, MAX_CELL_LENGTH, mark, reasonColumn } from './marking.ts'
import type { Marking, SheetTask } from './reading.ts'
import { rowsOf } from './sheets.ts'

type Read = { number: number; cells: { value: CellValue; style: Partial<Style> }[] }

/**
 * The rows of a sheet too long for the memory, marked one after the other while it is read: its data with their styles,
 * without the workbook's other sheets.
 */
export async function markLong(work: Pick<SheetTask, 'path' | 'type'>, marking: Marking): Promise<Uint8Array> {
  const stream = new PassThrough()
  const written = buffer(stream)
  const { stream: streams } = await loadExcel()
  const book = new streams.xlsx.WorkbookWriter({ stream, useStyles: true })
  const sheet = book.addWorksheet(marking.onlyBad ? '待更正' : marking.sheet || '数据')
  const byRow = Map.groupBy(marking.marks, ({ row }) => row)
  let reason = 0
  for await (const read of work.type === XLSX ? bookRows(work.path, marking.sheet) : textRows(work, marking.sheet)) {
    const isData = read.number > marking.heading
    const marks = byRow.get(read.number) ?? []
    if (marking.onlyBad && isData && marks.length === 0) continue
    const row = marking.onlyBad ? sheet.addRow([]) : sheet.getRow(read.number)
    copy(read, row)
    if (read.number === marking.heading) reason = reasonColumn(row)
    if (isData) clear(row, reason)
    if (isData) mark(row, reason, marks)
    row.commit()
  }
  sheet.commit()
  await book.commit()
  return new Uint8Array(await written)
}

function copy({ cells }: Read, row: Row) {
  for (const [i, { value, style }] of cells.entries()) {
    if (value === null && Object.keys(style).length === 0) continue
    const cell = row.getCell(i + 1)
    cell.value = value
    cell.style = style
  }
}

async function* bookRows(path: string, name: string): AsyncGenerator<Read> {
  const styles = await readStyles(path)
  for await (const sheet of readBook(path)) {
    if (sheet.name !== name) continue
    for await (const { number, cells } of sheet.rows)
      yield { number, cells: cells.map(cell => ({ value: readValue(cell), style: styles[cell.style] ?? {} })) }
  }
}

const readValue = ({ value }: BookCell): CellValue =>
  typeof value === 'object' && value !== null && 'error' in value ? value.error : value

async function* textRows(work: Pick<SheetTask, 'path' | 'type'>, name: string): AsyncGenerator<Read> {
  for await (const { row, cells } of rowsOf({ ...work, sheet: name }, { asWritten: true }))
    yield {
      number: row,
      cells: cells.map(cell => ({ value: cellText(cell).slice(0, MAX_CELL_LENGTH), style: {} })),
    }
}
