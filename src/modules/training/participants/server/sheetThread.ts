import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { CellValue } from 'exceljs'
import { BookReader } from '#lib/server/sheets/bookReader.ts'
import type { SheetRow } from './sheetRows.ts'

/** More columns than the template has. */
const MOST_COLUMNS = 60

const { path, most } = workerData as { path: string; most: number }
parentPort!.postMessage(await read())

/** Of the first sheet that is shown, the rows that say anything; one more than `most` tells that there are too many. */
async function read(): Promise<{ rows: SheetRow[] } | { problem: string }> {
  const start = (await readFile(path)).subarray(0, 4)
  if (start.toString('hex') === 'd0cf11e0')
    return { problem: '这是旧格式的 Excel（XLS）或加密的文件，请另存为 XLSX 后再上传' }
  if (start.toString('latin1', 0, 2) !== 'PK') return { problem: '请上传按模板填写的 Excel 文件（XLSX）' }
  const rows: SheetRow[] = []
  for await (const sheet of new BookReader(path)) {
    if ((sheet as unknown as { state?: string }).state === 'hidden') continue
    for await (const row of sheet) {
      const cells = Array.from((row.values as CellValue[]).slice(1, MOST_COLUMNS + 1), textOf)
      if (cells.some(cell => cell !== '')) rows.push({ row: row.number, cells })
      if (rows.length > most) return { rows }
    }
    return { rows }
  }
  return { rows }
}

/** As people read it. A number of 16 digits or more is one that has lost its last ones. */
function textOf(value: CellValue | undefined): string | null {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Math.abs(value) >= 1e15 ? null : String(Number(value.toPrecision(15)))
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value !== 'object') return String(value).trim()
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if ('richText' in value)
    return value.richText
      .map(({ text }) => text)
      .join('')
      .trim()
  if ('text' in value) return textOf(value.text as CellValue)
  return 'result' in value ? textOf(value.result as CellValue) : ''
}
