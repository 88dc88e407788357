import { readFile } from 'node:fs/promises'
import type excel from '@protobi/exceljs'
import type { Cell, Row, Worksheet } from '@protobi/exceljs'
import { loadExcel } from '#lib/server/sheets/excel.ts'
import { cellText } from '#lib/server/sheets/tableReader.ts'
import { XLSX } from '#lib/server/sheets/workbook.ts'
import type { Mark, Marking, SheetTask } from './reading.ts'
import { rowsOf } from './sheets.ts'

export const REASON = '错误原因'
const RED = 'FFFFC7CE'
const red = { type: 'pattern', pattern: 'solid', fgColor: { argb: RED } } as const

/** The user's own workbook: bad cells red, why in a last column; what an earlier round marked is cleared first. */
export async function markBook(work: Pick<SheetTask, 'path' | 'type'>, marking: Marking): Promise<Uint8Array> {
  const { Workbook } = await loadExcel()
  const book = new Workbook()
  const sheet = await open(book, work, marking.sheet)
  const reason = reasonColumn(sheet.getRow(marking.heading))
  sheet.getColumn(reason).width = 48
  const byRow = Map.groupBy(marking.marks, ({ row }) => row)
  sheet.eachRow((row, number) => {
    if (number <= marking.heading) return
    clear(row, reason)
    mark(row, reason, byRow.get(number) ?? [])
  })
  if (marking.onlyBad) keepOnly(book, sheet, number => number <= marking.heading || byRow.has(number))
  return new Uint8Array(await book.xlsx.writeBuffer())
}

async function open(book: excel.Workbook, work: Pick<SheetTask, 'path' | 'type'>, name: string): Promise<Worksheet> {
  const own = work.type === XLSX && (await load(book, work.path))?.getWorksheet(name)
  if (own) return own
  const sheet = book.addWorksheet('数据')
  for await (const { row, cells } of rowsOf({ ...work, sheet: name }, { asWritten: true }))
    sheet.getRow(row).values = cells.map(cell => cellText(cell).slice(0, MAX_CELL_LENGTH))
  return sheet
}

/** The library does not know every workbook that the reader does: the cells of others are copied without their looks. */
async function load(book: excel.Workbook, path: string): Promise<excel.Workbook | undefined> {
  try {
    return await book.xlsx.load((await readFile(path)) as never)
  } catch {
    return undefined
  }
}

/** Maximum characters that are written into one Excel cell. */
export const MAX_CELL_LENGTH = 32_000

export function reasonColumn(heading: Row): number {
  let column = heading.cellCount + 1
  heading.eachCell((cell, number) => {
    if (cell.text.trim() === REASON) column = number
  })
  const cell = heading.getCell(column)
  cell.value = REASON
  paint(cell, { ...heading.getCell(1).style })
  return column
}

export function clear(row: Row, reason: number) {
  row.getCell(reason).value = null
  row.eachCell(cell => {
    if (cell.fill?.type === 'pattern' && cell.fill.fgColor?.argb === RED)
      paint(cell, { ...cell.style, fill: { type: 'pattern', pattern: 'none' } })
  })
}

export function mark(row: Row, reason: number, marks: Mark[]) {
  if (marks.length === 0) return
  for (const { column } of marks)
    if (column > 0) paint(row.getCell(column), { ...row.getCell(column).style, fill: red })
  row.getCell(reason).value = [...new Set(marks.map(({ message }) => message))].join('；')
}

/** Cells of a file that was read share their styles: one of their own keeps the others as they are. */
function paint(cell: Cell, style: Partial<excel.Style>) {
  cell.style = style
}

/** Into a sheet of its own: taking rows out one by one would move all below each time. */
function keepOnly(book: excel.Workbook, sheet: Worksheet, isKept: (row: number) => boolean) {
  const kept = book.addWorksheet('待更正')
  kept.columns = (sheet.columns ?? []).map(({ width }) => ({ width }))
  sheet.eachRow((row, number) => {
    if (!isKept(number)) return
    const copy = kept.addRow([])
    row.eachCell({ includeEmpty: true }, (cell, column) => {
      copy.getCell(column).value = cell.value
      copy.getCell(column).style = cell.style
    })
  })
  for (const other of [...book.worksheets]) if (other !== kept) book.removeWorksheet(other.id)
}
