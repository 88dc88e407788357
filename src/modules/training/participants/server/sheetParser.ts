import { readFile } from 'node:fs/promises'
import { invalid } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { type BookCell, readBook } from '#lib/server/sheets/bookReader.ts'
import type { SheetRow } from './sheetRows.ts'

const MAX_COLUMNS = 60

answerParser(read)

/**
 * Reads the non-empty rows of the first visible sheet, at most one more than `most`, so that the caller notices too
 * many.
 */
async function read({ path, most }: { path: string; most: number }): Promise<SheetRow[]> {
  const start = (await readFile(path)).subarray(0, 4)
  if (start.toString('hex') === 'd0cf11e0')
    throw invalid('这是旧格式的 Excel（XLS）或加密的文件，请另存为 XLSX 后再上传')
  if (start.toString('latin1', 0, 2) !== 'PK') throw invalid('请上传按模板填写的 Excel 文件（XLSX）')
  const rows: SheetRow[] = []
  for await (const sheet of readBook(path)) {
    if (sheet.isHidden) continue
    for await (const row of sheet.rows) {
      const cells = row.cells.slice(0, MAX_COLUMNS).map(textOf)
      if (cells.some(cell => cell !== '')) rows.push({ row: row.number, cells })
      if (rows.length > most) return rows
    }
    return rows
  }
  return rows
}

/** Returns the text as shown. Null for numbers of 16 digits or more: Excel has lost their last digits. */
function textOf({ value }: BookCell): string | null {
  if (value === null) return ''
  if (typeof value === 'number') return Math.abs(value) >= 1e15 ? null : String(Number(value.toPrecision(15)))
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string') return value.trim()
  return value instanceof Date ? value.toISOString().slice(0, 10) : ''
}
