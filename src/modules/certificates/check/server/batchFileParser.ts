import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { notAText } from '#lib/server/sheets/binary.ts'
import { type BookValue, readBook } from '#lib/server/sheets/bookReader.ts'
import { readCsv, textFrom } from '#lib/server/sheets/csv.ts'
import { MOST_NUMBERS } from '../batch.ts'

type Read = { numbers: string[] } | { problem: string }

/** Under titles, and above what is no list of numbers. */
const HEADING = /^(证书)?(编号|号码?)$|^证书编号|^(cert(ificate)?)?(no|number)\.?$/i
const DEEPEST = 20
const TOO_MANY = { problem: `一次最多 ${MOST_NUMBERS} 行，请把文件分成几份` }
const NOT_ONE = { problem: '没有读到证书编号：编号应在名为“证书编号”的一列，没有列名时在第一列' }

const { path } = workerData as { path: string }
parentPort!.postMessage(await read())

async function read(): Promise<Read> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    return { problem: '这是旧格式的 Excel（XLS）或加密的文件，请另存为 XLSX 或 CSV 后再上传' }
  const isBook = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const fault = isBook ? undefined : notAText(bytes)
  if (fault) return { problem: fault }
  return numbersOf(isBook ? bookRows() : csvRows(textFrom(bytes)))
}

async function* csvRows(text: string) {
  for (const { cells } of readCsv(text)) yield cells
}

/** Of the first sheet that is shown. */
async function* bookRows() {
  for await (const { isHidden, rows } of readBook(path)) {
    if (isHidden) continue
    for await (const { cells } of rows) yield cells.map(({ value }) => textOf(value))
    return
  }
}

function textOf(value: BookValue): string {
  if (value === null) return ''
  return typeof value === 'object' && 'error' in value ? value.error : String(value)
}

async function numbersOf(rows: AsyncIterable<string[]>): Promise<Read> {
  let column = 0
  let hasHeading = false
  let numbers: string[] = []
  let count = 0
  for await (const cells of rows) {
    const heading = hasHeading || count++ >= DEEPEST ? -1 : cells.findIndex(cell => HEADING.test(cell.trim()))
    if (heading >= 0) {
      column = heading
      hasHeading = true
      numbers = []
      continue
    }
    const number = (cells[column] ?? '').normalize('NFKC').trim().slice(0, 60)
    if (/\d/.test(number)) numbers.push(number)
    if (numbers.length > MOST_NUMBERS) return TOO_MANY
  }
  return numbers.length > 0 ? { numbers } : NOT_ONE
}
