import { readFile } from 'node:fs/promises'
import { invalid } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { notAText } from '#lib/server/sheets/binary.ts'
import { type BookValue, readBook } from '#lib/server/sheets/bookReader.ts'
import { readCsv, textFrom } from '#lib/server/sheets/csv.ts'
import { typedNumber } from '#lib/typed.ts'
import { MAX_BATCH_NUMBERS } from '../batch.ts'

/** Column heading of certificate numbers. Rows above it, such as titles, are skipped. */
const HEADING = /^(证书)?(编号|号码?)$|^证书编号|^(cert(ificate)?)?(no|number)\.?$/i
const MAX_HEADING_ROWS = 20

answerParser(readNumbers)

async function readNumbers(path: string): Promise<string[]> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw invalid('这是旧格式的 Excel（XLS）或加密的文件，请另存为 XLSX 或 CSV 后再上传')
  const isBook = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const fault = isBook ? undefined : notAText(bytes)
  if (fault) throw invalid(fault)
  return numbersOf(isBook ? bookRows(path) : csvRows(textFrom(bytes)))
}

async function* csvRows(text: string) {
  for (const { cells } of readCsv(text)) yield cells
}

/** Yields the rows of the first visible sheet. */
async function* bookRows(path: string) {
  try {
    for await (const { isHidden, rows } of readBook(path)) {
      if (isHidden) continue
      for await (const { cells } of rows) yield cells.map(({ value }) => textOf(value))
      return
    }
  } catch (cause) {
    // Throw an ordinary error instead of a refusal: the parser's `unreadable` text then tells what else to try.
    throw new Error('the workbook is unreadable', { cause })
  }
}

function textOf(value: BookValue): string {
  if (value === null) return ''
  return typeof value === 'object' && 'error' in value ? value.error : String(value)
}

async function numbersOf(rows: AsyncIterable<string[]>): Promise<string[]> {
  let column = 0
  let hasHeading = false
  let numbers: string[] = []
  let count = 0
  for await (const cells of rows) {
    const heading = hasHeading || count++ >= MAX_HEADING_ROWS ? -1 : cells.findIndex(cell => HEADING.test(cell.trim()))
    if (heading >= 0) {
      column = heading
      hasHeading = true
      numbers = []
      continue
    }
    const number = typedNumber(cells[column] ?? '').slice(0, 60)
    if (/\d/.test(number)) numbers.push(number)
    if (numbers.length > MAX_BATCH_NUMBERS) throw invalid(`一次最多 ${MAX_BATCH_NUMBERS} 行，请把文件分成几份`)
  }
  if (numbers.length === 0) throw invalid('没有读到证书编号：编号应在名为“证书编号”的一列，没有列名时在第一列')
  return numbers
}
