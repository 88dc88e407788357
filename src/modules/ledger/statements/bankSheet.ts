import { typedKeys } from '#lib/keys.ts'
import type { UnreadRow } from '#modules/ledger/bankWords.ts'

/** A bank's list of payments, read by the headings of its columns: no two banks write the same ones. */
export type BankRow = {
  /** Row number in the bank's file, from 1. */
  row: number
  paidOn: string
  amount: number
  payer: string
  account: string
  remark: string
  serial: string
}
export type Sheet = { rows: BankRow[]; unread: UnreadRow[] }
/** `hidden`: names of hidden sheets with payments, which are never read. */
export type Statement = Sheet & { hidden: string[] }
/** A value, or a cell of a workbook with its text, its number and the day that it stands for. */
type Cell =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | { text: string; number?: number; day?: string; fault?: string }

const headings = {
  day: /^(交易日期|记账日期|入账日期|交易时间|交易日|记账日|日期)/,
  credit: /^(贷方|收入|转入|存入)/,
  debit: /^(借方|支出|转出|支取)(?!标志)/,
  amount: /^(交易)?(金额|发生额)/,
  direction: /^(借\/?贷|收\/?支|收\/?付)(标志|标识|方向)?$/,
  payer: /^(对方(户名|名称|单位名称|单位|账户名称)|付款(人|方)(名称|户名|姓名|账户名称)?|交易对手(名称|户名)?)$/,
  account: /^(对方|付款(人|方)|交易对手)(账号|帐号|账户|卡号)/,
  remark: /^(摘要|附言|用途|备注|交易附言|交易摘要|客户附言)/,
  serial: /(流水号|交易序号|参考号|日志号)$/,
} as const
type Part = keyof typeof headings

/** Maximum row of the table header, below the bank's own title rows. */
const TITLE_ROWS = 30

/** Undefined where no row names a day and an amount. */
export function readSheet(cells: readonly (readonly Cell[])[]): Sheet | undefined {
  const head = cells.slice(0, TITLE_ROWS).findIndex(row => {
    const found = columnsOf(row)
    return found.day.length > 0 && found.credit.length + found.amount.length > 0
  })
  if (head < 0) return undefined
  const columns = columnsOf(cells[head]!)
  const sheet: Sheet = { rows: [], unread: [] }
  for (const [i, row] of cells.entries()) {
    if (i <= head || row.every(cell => wordsOf(cell) === '')) continue
    const read = readRow(row, columns)
    if (typeof read === 'string') sheet.unread.push({ row: i + 1, reason: read })
    else sheet.rows.push({ row: i + 1, ...read })
  }
  return sheet
}

type Columns = Record<Part, number[]>

function columnsOf(row: readonly Cell[]): Columns {
  const columns = Object.fromEntries(Object.keys(headings).map(part => [part, [] as number[]])) as Columns
  for (const [i, cell] of row.entries()) {
    const name = wordsOf(cell)
      .normalize('NFKC')
      .replace(/[([【].*$|[\s:*]/g, '')
    const part = typedKeys(headings).find(part => headings[part].test(name))
    if (part) columns[part].push(i)
  }
  return columns
}

/** Returns the reason for a row that is no incoming money: an outgoing payment, a total, or what cannot be read. */
function readRow(row: readonly Cell[], columns: Columns): Omit<BankRow, 'row'> | string {
  const all = (part: Part) => [...new Set(columns[part].map(i => wordsOf(row[i])).filter(Boolean))]
  const credit = columns.credit[0]
  const sum = row[credit ?? columns.amount[0]!]
  const amount = amountIn(sum)
  if (all('direction').some(word => /借|支|出|付|^D/i.test(word) && !/贷|收/.test(word))) return '支出'
  if (wordsOf(sum) === '') return credit === undefined ? '没有金额' : '没有收入金额：支出或合计'
  const paidOn = columns.day.map(i => dayIn(row[i])).find(Boolean)
  const [day = ''] = all('day')
  if (!paidOn) return /\d/.test(day.normalize('NFKC')) ? `日期“${shortened(day)}”认不出` : '没有日期：合计或说明'
  if (amount === undefined) return `金额“${shortened(wordsOf(sum))}”认不出`
  if (amount <= 0) return amount < 0 ? '金额为负：支出或冲正' : '金额为零'
  const isCut = columns.account.some(i => hasFault(row[i]))
  return {
    paidOn,
    amount,
    payer: all('payer')[0] ?? '',
    account: isCut ? '' : (all('account')[0] ?? '').replace(/\s/g, ''),
    remark: [...all('remark'), ...(isCut ? [CUT_ACCOUNT] : [])].join(' '),
    serial: all('serial').join('-'),
  }
}

/** Excel keeps 15 digits of a number: an account of more has lost its end. */
const CUT_ACCOUNT = '（对方账号在文件中存为数字，末尾几位已丢失，没有读取）'
const hasFault = (cell: Cell) =>
  typeof cell === 'object' && cell !== null && 'fault' in cell && cell.fault !== undefined

const shortened = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

function wordsOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'object') return wordsOf(cell.text)
  // Banks keep long numbers as text by a tab or an apostrophe before them.
  return String(cell)
    .replace(/^[\s'‘’"=]+|[\s"]+$/g, '')
    .replace(/\s+/g, ' ')
}

/** Days of Excel between 2000 and 2099, as it counts them from 1900. */
const EXCEL_DAYS = { first: 36_526, last: 73_050, of1970: 25_569 }
const DAY_MS = 86_400_000

function dayIn(cell: Cell): string | undefined {
  if (typeof cell === 'object' && cell && 'day' in cell) return cell.day
  const words = wordsOf(cell).normalize('NFKC')
  if (/^\d{5}(\.\d+)?$/.test(words)) {
    const day = Math.floor(Number(words))
    if (day < EXCEL_DAYS.first || day > EXCEL_DAYS.last) return undefined
    return new Date((day - EXCEL_DAYS.of1970) * DAY_MS).toISOString().slice(0, 10)
  }
  const [, year, month, day] = words.match(/^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})/) ?? []
  if (!year) return undefined
  const text = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const moment = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text ? undefined : text
}

/** Reads an amount in yuan: with signs of currency and grouping, full width, a sign before or behind, or in brackets. */
function amountIn(cell: Cell): number | undefined {
  const value = typeof cell === 'object' && cell && 'number' in cell ? String(cell.number) : cell
  const text = wordsOf(value)
    .normalize('NFKC')
    .replace(/[−﹣–—]/g, '-')
    .replace(/[,，¥￥元+\s]|CNY|RMB/gi, '')
  const [, bracket, before, digits, behind] = text.match(/^(\()?(-)?(\d{1,10}(?:\.\d{1,2})?)0*(-)?\)?$/) ?? []
  if (digits === undefined) return undefined
  const fen = Math.round(Number(digits) * 100)
  return (bracket || before || behind ? -fen : fen) / 100
}
