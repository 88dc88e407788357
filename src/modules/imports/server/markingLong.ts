import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import excel, { type CellValue, type Row, type Style } from 'exceljs'
import { BookReader } from '#lib/server/sheets/bookReader.ts'
import { XLSX } from '#lib/server/sheets/workbook.ts'
import { clear, LONGEST, mark, reasonColumn } from './marking.ts'
import type { Marking, Work } from './reading.ts'
import { rowsOf } from './sheets.ts'

type Read = { number: number; cells: { value: CellValue; style: Partial<Style> }[] }

/**
 * The rows of a sheet too long for the memory, marked one after the other while it is read: its data with their styles,
 * without the workbook's other sheets.
 */
export async function markLong(work: Pick<Work, 'path' | 'type'>, marking: Marking): Promise<Uint8Array> {
  const stream = new PassThrough()
  const written = buffer(stream)
  const book = new excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  const sheet = book.addWorksheet(marking.onlyBad ? '待更正' : marking.sheet || '数据')
  const byRow = Map.groupBy(marking.marks, ({ row }) => row)
  let reason = 0
  for await (const read of work.type === XLSX ? bookRows(work.path, marking.sheet) : textRows(work)) {
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
  for await (const sheet of new BookReader(path))
    for await (const row of sheet) if ((sheet as unknown as { name: string }).name === name) yield cellsOf(row)
}

function cellsOf(row: Row): Read {
  const cells: Read['cells'] = []
  row.eachCell({ includeEmpty: true }, cell => {
    const { value } = cell
    // Of a formula what it comes to: the cells that it is about may be elsewhere.
    const isFormula = typeof value === 'object' && value !== null && !(value instanceof Date) && 'result' in value
    cells.push({ value: isFormula ? (value.result as CellValue) : value, style: { ...cell.style } })
  })
  return { number: row.number, cells }
}

async function* textRows(work: Pick<Work, 'path' | 'type'>): AsyncGenerator<Read> {
  for await (const { row, cells } of rowsOf(work, { asWritten: true }))
    yield {
      number: row,
      cells: cells.map(cell => ({ value: typeof cell === 'string' ? cell.slice(0, LONGEST) : '', style: {} })),
    }
}
