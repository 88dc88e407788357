import excel from '@protobi/exceljs'
import { creditCodeCheck } from '../../src/lib/creditCode.ts'
import { personName } from './workbooks.ts'

/** Companies of an office's list, and what is wrong with how many of them. */
export const OFFICE = { companies: 320, withoutCode: 5, wrongCode: 4, doubles: 3, contacts: 300 }
export const OFFICE_HEADING_ROW = 4

const codeOf = (n: number) => {
  const first17 = `91330105MA${String(1_000_000 + n)}`
  return first17 + creditCodeCheck(first17)
}
/** The last sign is wrong. */
const wrongCodeOf = (n: number) => codeOf(n).slice(0, 17) + (codeOf(n)[17] === '0' ? '1' : '0')
export const officeCompany = (n: number) => `江州第${n}物流有限公司`
export const officePhone = (n: number) => `138${String(10_000_000 + n)}`

/** The same day as six people write it. */
function dayCell(n: number): excel.CellValue {
  const [year, month, day] = [2012 + (n % 12), 1 + (n % 12), 1 + (n % 28)]
  const two = (of: number) => String(of).padStart(2, '0')
  const days = Math.round((Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000)
  return [
    new Date(Date.UTC(year, month - 1, day)),
    `${year}.${month}.${day}`,
    `${year}年${month}月${day}日`,
    `${year}${two(month)}${two(day)}`,
    `${year}/${month}/${day}`,
    days,
  ][n % 6]!
}

function codeCell(n: number): string {
  const { companies, withoutCode, wrongCode } = OFFICE
  if (n > companies - withoutCode) return ''
  if (n > companies - withoutCode - wrongCode) return wrongCodeOf(n)
  const code = codeOf(n)
  if (n % 7 === 0) return ` ${code.slice(0, 8)} ${code.slice(8)} `
  return n % 5 === 0 ? code.toLowerCase() : code
}

function contactCell(n: number): string {
  if (n > OFFICE.contacts) return ''
  const phone = officePhone(n)
  if (n % 4 === 0) return `${personName(n)}（办公室主任） ${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`
  return `${personName(n)}${n % 3 === 0 ? '：' : ' '}${phone}`
}

/**
 * A list of members as an office keeps it: titles and a remark above the headings, merged cells, codes with blanks and in
 * lower case, days of six kinds, amounts in words, empty rows, a total, a remark below, and a hidden sheet.
 * `levels`: names of the levels; “常务” is the office's own word for another one.
 */
export async function officeWorkbook(levels: { usual: string; raised: string }): Promise<Buffer> {
  const book = new excel.Workbook()
  const sheet = book.addWorksheet('会员名册')
  sheet.addRow(['江州市物流商会会员名册（2026 年）'])
  sheet.mergeCells('A1:J1')
  sheet.addRow(['填表：秘书处    更新：2026 年 11 月'])
  sheet.addRow([])
  sheet.addRow([
    '序号',
    '单位名称',
    '统一社会信用代码',
    '商会职务',
    '入会时间',
    '法人',
    '联系人',
    '注册资本',
    '会费',
    '备注',
  ])
  const rowOf = (n: number, name = officeCompany(n)): excel.CellValue[] => [
    n,
    name,
    codeCell(n),
    n % 13 === 0 ? '常务' : n % 10 === 0 ? levels.raised : levels.usual,
    dayCell(n),
    personName(n + 500),
    contactCell(n),
    n % 3 === 0 ? '20万' : n % 3 === 1 ? '500' : '5,000元',
    n % 2 === 0 ? '5,000元' : 5000,
    '',
  ]
  for (let n = 1; n <= OFFICE.companies; n++) {
    sheet.addRow(rowOf(n))
    if (n === 100 || n === 200) sheet.addRow([])
  }
  for (let n = 1; n <= OFFICE.doubles; n++) sheet.addRow(rowOf(n * 11, `${officeCompany(n * 11)}（曾用名）`))
  // Three companies share one merged cell of the office.
  const first = OFFICE_HEADING_ROW + 21
  sheet.mergeCells(first, 4, first + 2, 4)
  const last = sheet.rowCount
  sheet.addRow(['合计', '', '', '', '', '', '', '', { formula: `SUM(I5:I${last})`, result: 805_000 }, ''])
  sheet.addRow(['备注：会费自 2027 年起调整'])
  const former = book.addWorksheet('历年退会', { state: 'hidden' })
  former.addRows([
    ['单位名称', '退会时间'],
    ['江州旧物流有限公司', '2019-01-01'],
  ])
  return Buffer.from(await book.xlsx.writeBuffer())
}
