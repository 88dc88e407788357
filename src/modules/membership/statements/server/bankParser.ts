import { readFile } from 'node:fs/promises'
import { invalid } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { notAText } from '#lib/server/sheets/binary.ts'
import { type BookCell, type BookRow, readBook } from '#lib/server/sheets/bookReader.ts'
import { readCsv, readSheet, type Sheet } from '../bankSheet.ts'

/** Maximum rows of a statement; larger ones should be imported by month. */
const MAX_ROWS = 5_000
const MAX_COLUMNS = 60

answerParser(read)

async function read(path: string): Promise<Sheet> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw invalid('这是旧格式的 Excel（XLS）或加密的文件，请另存为 XLSX 或 CSV 后再导入')
  const isWorkbook = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const fault = isWorkbook ? undefined : notAText(bytes)
  if (fault) throw invalid(fault)
  const sheets = isWorkbook ? await readWorkbook(path) : [readCsv(decode(bytes))]
  for (const cells of sheets) {
    if (cells.length > MAX_ROWS) throw invalid(`流水不能超过 ${MAX_ROWS} 行，请按月份分开导出`)
    const sheet = readSheet(cells)
    if (sheet) return sheet
  }
  throw invalid('没有找到流水表格：表头中应有“交易日期”和“贷方金额”（或“收入金额”“金额”）')
}

/** The cells of each sheet, with the rows that it leaves out; of a sheet too long as many as tell that it is. */
async function readWorkbook(path: string): Promise<(string | number | Date)[][][]> {
  const sheets: (string | number | Date)[][][] = []
  for await (const { rows } of readBook(path)) sheets.push(await cellsOf(rows))
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

/** Chinese banks write GBK where they do not write UTF-8. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
