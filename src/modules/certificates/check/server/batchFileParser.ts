import { invalid } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { cellText, isShortened, LOST_DIGITS, readTables, type TableCell } from '#lib/server/sheets/tableReader.ts'
import { typedNumber } from '#lib/typed.ts'
import { MAX_BATCH_NUMBERS } from '../batch.ts'

/** Column heading of certificate numbers. Rows above it, such as titles, are skipped. */
const HEADING = /^(证书)?(编号|号码?)$|^证书编号|^(cert(ificate)?)?(no|number)\.?$/i
const MAX_HEADING_ROWS = 20
const BOUNDS = { maxRows: MAX_BATCH_NUMBERS + MAX_HEADING_ROWS, maxColumns: 200 }
/** Rows named in one refusal. */
const MAX_NAMED_ROWS = 5

answerParser(readNumbers)

async function readNumbers(path: string): Promise<string[]> {
  const others: string[] = []
  let numbers: string[] | undefined
  for await (const { name, state, rows } of readTables(path, BOUNDS))
    if (numbers === undefined && state === 'visible') numbers = await numbersOf(rows)
    else if (await hasNumbers(rows)) others.push(state === 'visible' ? name : `${name}（隐藏）`)
  if (others.length > 0)
    throw invalid(
      `文件有几张工作表，一次只查一张：请把“${others.join('”“')}”里的编号并入第一张，或另存为单独的文件，再删去这些工作表`,
    )
  if (!numbers) throw invalid('文件里没有可见的工作表，请取消隐藏后重新上传')
  if (numbers.length === 0) throw invalid('没有读到证书编号：编号应在名为“证书编号”的一列，没有列名时在第一列')
  return numbers
}

/** Whether a further sheet has certificate numbers by its headings; notes and lists of choices have none. */
async function hasNumbers(rows: AsyncIterable<{ cells: TableCell[] }>): Promise<boolean> {
  let count = 0
  for await (const { cells } of rows) {
    if (cells.some(cell => HEADING.test(cellText(cell).trim()))) return true
    if (++count >= MAX_HEADING_ROWS) return false
  }
  return false
}

async function numbersOf(rows: AsyncIterable<{ number: number; cells: TableCell[] }>): Promise<string[]> {
  let column = 0
  let hasHeading = false
  let numbers: string[] = []
  let wrong: string[] = []
  let count = 0
  for await (const { number: row, cells } of rows) {
    const heading =
      hasHeading || count++ >= MAX_HEADING_ROWS ? -1 : cells.findIndex(cell => HEADING.test(cellText(cell).trim()))
    if (heading >= 0) {
      column = heading
      hasHeading = true
      numbers = []
      wrong = []
      continue
    }
    const cell = cells[column]
    const fault = faultOf(cell)
    if (fault) wrong.push(`第 ${row} 行：${fault}`)
    const number = typedNumber(cellText(cell)).slice(0, 60)
    if (/\d/.test(number)) numbers.push(number)
    if (numbers.length > MAX_BATCH_NUMBERS) throw invalid(`一次最多 ${MAX_BATCH_NUMBERS} 行，请把文件分成几份`)
  }
  if (wrong.length > 0) {
    const more = wrong.length > MAX_NAMED_ROWS ? `；另有 ${wrong.length - MAX_NAMED_ROWS} 行` : ''
    throw invalid(`有 ${wrong.length} 行的编号不能用，没有查验：${wrong.slice(0, MAX_NAMED_ROWS).join('；')}${more}`)
  }
  return numbers
}

/** Tells why a cell is no certificate number, though it may look like one. */
function faultOf(cell: TableCell | undefined): string | undefined {
  if (isShortened(cellText(cell))) return LOST_DIGITS
  if (typeof cell !== 'object') return undefined
  if (cell.isDate) return `Excel 把编号改成了日期 ${cell.text}，请把该列设为“文本”格式，重新填写`
  return cell.fault
}
