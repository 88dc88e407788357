/** What the tax bureau's list says of one invoice. */
export type SheetInvoice = {
  row: number
  number: string
  issuedOn: string
  title: string
  code: string
  /** Of all with tax, in fen; null: cannot be read. */
  fen: number | null
  remark: string
}

/** As the platforms head their columns; the first that a row has something in counts. */
const HEADINGS = {
  number: ['数电发票号码', '数电票号码', '全电发票号码', '发票号码', '票据号码'],
  issuedOn: ['开票日期', '开具日期'],
  title: ['购买方名称', '购方名称', '购买方', '交款人', '抬头'],
  code: ['购方识别号', '购买方识别号', '购买方纳税人识别号', '购方税号', '交款人统一社会信用代码'],
  total: ['价税合计', '金额合计', '开票金额', '票据金额'],
  amount: ['金额', '合计金额', '不含税金额'],
  tax: ['税额', '合计税额'],
  remark: ['备注'],
} as const
type Heading = keyof typeof HEADINGS
export type Columns = Record<Heading, number[]>

const plain = (text: string) => text.replace(/[\s（(].*$/, '').trim()

/** Where each heading stands in a row, or undefined where the row is none of headings. */
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
  return {
    row,
    number,
    issuedOn: dayIn(read('issuedOn')),
    title: read('title'),
    code: read('code').toUpperCase(),
    fen: read('total') ? fenOf(read('total')) : both,
    remark: read('remark'),
  }
}

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
