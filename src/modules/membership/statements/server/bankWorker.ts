import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import excel from 'exceljs'
import { readCsv, readSheet, type Sheet } from '../bankSheet.ts'

export type Read = Sheet | { problem: string }

/** Of a statement; more of them are better imported month by month. */
const MAX_ROWS = 5_000
const TOO_LONG = { problem: `流水不能超过 ${MAX_ROWS} 行，请按月份分开导出` }
const NO_TABLE = { problem: '没有找到流水表格：表头中应有“交易日期”和“贷方金额”（或“收入金额”“金额”）' }

const { path } = workerData as { path: string }
parentPort!.postMessage(await read())

async function read(): Promise<Read> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    return { problem: '这是旧格式的 Excel（XLS）或加密的文件，请另存为 XLSX 或 CSV 后再导入' }
  const isWorkbook = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const sheets = isWorkbook ? await readWorkbook(bytes) : [readCsv(decode(bytes))]
  for (const cells of sheets) {
    if (cells.length > MAX_ROWS) return TOO_LONG
    const sheet = readSheet(cells)
    if (sheet) return sheet
  }
  return NO_TABLE
}

async function readWorkbook(bytes: Buffer) {
  const book = new excel.Workbook()
  await book.xlsx.load(bytes as unknown as Parameters<typeof book.xlsx.load>[0])
  return book.worksheets.map(sheet => {
    const rows: (string | number | Date)[][] = []
    for (let i = 1; i <= Math.min(sheet.rowCount, MAX_ROWS + 1); i++) {
      const row = sheet.getRow(i)
      rows.push(
        Array.from({ length: Math.min(row.cellCount, 60) }, (_, j) => {
          const { value, text } = row.getCell(j + 1)
          return typeof value === 'number' || value instanceof Date ? value : text
        }),
      )
    }
    return rows
  })
}

/** Chinese banks write GBK where they do not write UTF-8. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
