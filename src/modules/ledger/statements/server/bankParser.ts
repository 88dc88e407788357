import { readFile } from 'node:fs/promises'
import { invalid } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { notAText } from '#lib/server/sheets/binary.ts'
import { type BookCell, type BookRow, readBook } from '#lib/server/sheets/bookReader.ts'
import { textFrom } from '#lib/server/sheets/csv.ts'
import { isMarkup, readMarkup } from '#lib/server/sheets/htmlTable.ts'
import { isOldWorkbook, readOldWorkbook } from '#lib/server/sheets/oldWorkbook.ts'
import { readCsv, readSheet, type Statement } from '../bankSheet.ts'

/** Maximum rows of a statement; larger ones should be imported by month. */
const MAX_ROWS = 5_000
const MAX_COLUMNS = 60

answerParser(read)

async function read(path: string): Promise<Statement> {
  const sheets = await sheetsIn(path)
  const hidden = sheets.filter(({ isHidden, cells }) => isHidden && readSheet(cells)).map(({ name }) => name)
  const statement: Statement = { rows: [], unread: [], hidden }
  let isFound = false
  for (const { isHidden, cells } of sheets) {
    if (isHidden) continue
    if (cells.length > MAX_ROWS) throw invalid(`流水不能超过 ${MAX_ROWS} 行，请按月份分开导出`)
    const sheet = readSheet(cells)
    if (!sheet) continue
    isFound = true
    statement.rows.push(...sheet.rows)
    statement.unread.push(...sheet.unread)
  }
  if (isFound) return statement
  if (hidden.length > 0) throw invalid(`流水在隐藏的工作表“${hidden.join('”“')}”里：请在 Excel 里取消隐藏后再导入`)
  throw invalid('没有找到流水表格：表头中应有“交易日期”和“贷方金额”（或“收入金额”“金额”）')
}

type Cells = { name: string; isHidden: boolean; cells: (string | number | boolean | Date)[][] }

/** The sheets of a workbook, or what a text says as one sheet. Of a sheet too long as many rows as tell that it is. */
async function sheetsIn(path: string): Promise<Cells[]> {
  const bytes = await readFile(path)
  if (isOldWorkbook(bytes)) return readOldWorkbook(bytes, MAX_ROWS + 1)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return readWorkbook(path)
  const fault = notAText(bytes)
  if (fault) throw invalid(fault)
  const text = textFrom(bytes)
  const bounds = { maxRows: MAX_ROWS + 1, maxColumns: MAX_COLUMNS }
  return [{ name: '', isHidden: false, cells: isMarkup(text) ? readMarkup(text, bounds) : readCsv(text) }]
}

async function readWorkbook(path: string): Promise<Cells[]> {
  const sheets: Cells[] = []
  for await (const { name, isHidden, rows } of readBook(path))
    sheets.push({ name, isHidden, cells: await cellsOf(rows) })
  return sheets
}

async function cellsOf(rows: AsyncIterable<BookRow>) {
  const all: (string | number | Date)[][] = []
  for await (const { number, cells } of rows) {
    while (all.length < Math.min(number - 1, MAX_ROWS + 1)) all.push([])
    if (all.length > MAX_ROWS) break
    all.push(cells.slice(0, MAX_COLUMNS).map(cellOf))
  }
  return all
}

function cellOf({ value }: BookCell): string | number | Date {
  if (typeof value === 'number' || value instanceof Date) return value
  return typeof value === 'object' ? (value?.error ?? '') : String(value)
}
