/** One invoice of the tax bureau's list. */
export type SheetInvoice = {
  row: number
  number: string
  issuedOn: string
  title: string
  code: string
  /** Total including tax, in fen; null: unreadable. */
  fen: number | null
  remark: string
  /** Reverses another invoice, fully or in part. */
  isRed: boolean
  /** Number of the blue invoice, as far as the list states it. */
  blueNumber: string
  /** Why. */
  redReason: string
}

/** Column headings of the platforms; the first column with a value in the row is used. */
const HEADINGS = {
  number: ['数电发票号码', '数电票号码', '全电发票号码', '发票号码', '票据号码'],
  issuedOn: ['开票日期', '开具日期'],
  title: ['购买方名称', '购方名称', '购买方', '交款人', '抬头'],
  code: ['购方识别号', '购买方识别号', '购买方纳税人识别号', '购方税号', '交款人统一社会信用代码'],
  total: ['价税合计', '金额合计', '开票金额', '票据金额'],
  amount: ['金额', '合计金额', '不含税金额'],
  tax: ['税额', '合计税额'],
  remark: ['备注'],
  isPositive: ['是否正数发票'],
  blueNumber: ['被红冲蓝字数电票号码', '被红冲蓝字发票号码', '对应蓝字发票号码', '蓝字发票号码'],
  redReason: ['红冲原因', '冲红原因', '开具红字原因'],
} as const
type Heading = keyof typeof HEADINGS
export type Columns = Record<Heading, number[]>

const plain = (text: string) => text.replace(/[\s（(].*$/, '').trim()

/** Column index of each heading, or undefined if the row is no header. */
export function columnsIn(cells: readonly string[]): Columns | undefined {
  const at = (names: readonly string[]) =>
    names.flatMap(name => cells.flatMap((cell, i) => (plain(cell) === name ? [i] : [])))
  const columns: Columns = {
    number: at(HEADINGS.number),
    issuedOn: at(HEADINGS.issuedOn),
    title: at(HEADINGS.title),
    code: at(HEADINGS.code),
    total: at(HEADINGS.total),
    amount: at(HEADINGS.amount),
    tax: at(HEADINGS.tax),
    remark: at(HEADINGS.remark),
    isPositive: at(HEADINGS.isPositive),
    blueNumber: at(HEADINGS.blueNumber),
    redReason: at(HEADINGS.redReason),
  }
  const isWhole = columns.number.length && columns.title.length && (columns.total.length || columns.amount.length)
  return isWhole ? columns : undefined
}

export function invoiceIn(columns: Columns, row: number, cells: readonly string[]): SheetInvoice | undefined {
  const read = (heading: Heading) =>
    columns[heading].map(i => (cells[i] ?? '').trim()).find(text => text !== '' && text !== '-') ?? ''
  const number = read('number').replace(/\s/g, '')
  if (!number && !read('title')) return undefined
  const sum = fenOf(read('amount'))
  const tax = fenOf(read('tax') || '0')
  const both = sum === null || tax === null ? null : sum + tax
  const fen = read('total') ? fenOf(read('total')) : both
  const blueNumber = read('blueNumber').replace(/\s/g, '') || blueIn(read('remark'))
  return {
    row,
    number,
    issuedOn: dayIn(read('issuedOn')),
    title: read('title'),
    code: read('code').toUpperCase(),
    fen,
    remark: read('remark'),
    isRed: (fen !== null && fen < 0) || read('isPositive') === '否' || blueNumber !== '',
    blueNumber,
    redReason: read('redReason'),
  }
}

/** 被红冲蓝字数电票号码：24112000000012345678, 对应正数发票代码:1100000000号码:12345678 → the number. */
export const blueIn = (remark: string) =>
  remark.match(/(?:被红冲蓝字|对应蓝字|对应正数)[^，。；;]*?号码\s*[:：]?\s*(\d{20}|\d{8,12})(?!\d)/)?.[1] ?? ''

/** ¥2,400.00 → 240000. */
export function fenOf(text: string): number | null {
  const found = text.replace(/[¥￥,，\s元]/g, '').match(/^(-?)(\d{1,10})(?:\.(\d{1,2})0*)?$/)
  if (!found) return null
  const fen = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'))
  return found[1] ? -fen : fen
}

/** 2026-03-05 10:21:33, 2026/3/5, 20260305, 2026年3月5日 → 2026-03-05; otherwise nothing. */
export function dayIn(text: string): string {
  const found = text.match(/^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})/)
  if (!found) return ''
  const day = `${found[1]}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}`
  return Number.isNaN(Date.parse(day)) ? '' : day
}
