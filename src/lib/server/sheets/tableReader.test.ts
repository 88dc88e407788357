import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import xlsx from '@e965/xlsx'
import excel from '@protobi/exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipOf } from '#test/support/workbooks.ts'
import { cellText, readTables, type Table } from './tableReader.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hangxie-tables-'))
})
afterAll(() => rm(directory, { recursive: true }))

const bounds = { maxRows: 1_000, maxColumns: 50 }

async function tables(bytes: Buffer) {
  const path = join(directory, 'file')
  await writeFile(path, bytes)
  const read: (Omit<Table, 'rows'> & { rows: Awaited<ReturnType<typeof rowsOf>> })[] = []
  for await (const table of readTables(path, bounds)) read.push({ ...table, rows: await rowsOf(table) })
  return read
}
async function rowsOf({ rows }: Table) {
  const all = []
  for await (const row of rows) all.push(row)
  return all
}
const texts = async (bytes: Buffer) => (await tables(bytes))[0]!.rows.map(({ cells }) => cells.map(cellText))
const bookBytes = async (book: excel.Workbook) => Buffer.from(await book.xlsx.writeBuffer())

describe('CSV', () => {
  const TABLE = [
    ['编号', '名称', '数量'],
    ['00123', '清源，"甲"厂', '1,5'],
    ['007', '二行\n名称', ''],
    ['008', '三', '4'],
  ]
  const quote = (cell: string) => (/[",;|\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const csv = (separator: string) => TABLE.map(row => row.map(quote).join(separator)).join('\r\n')

  test.each([',', ';', '\t', '|'])('the separator %j is found', async separator => {
    expect(await texts(Buffer.from(csv(separator)))).toEqual(TABLE)
  })
  test('so it is under titles without any, and where the file names it', async () => {
    const titled = `二〇二六年名册；仅供内部\n\n${csv(';')}`
    expect((await texts(Buffer.from(titled))).slice(2)).toEqual(TABLE)
    expect(await texts(Buffer.from(`sep=|\r\n${csv('|')}`))).toEqual(TABLE)
  })
  const wide = Buffer.from(csv('\t'), 'utf16le')
  const gbk = Buffer.from('b1e0bac52cc3fbb3c60d0a3030312c81308130b2e2cad40d0a', 'hex')
  test.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${csv(',')}`), TABLE],
    ['UTF-16 LE', Buffer.concat([Buffer.from([0xff, 0xfe]), wide]), TABLE],
    ['UTF-16 BE', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(wide).swap16()]), TABLE],
    ['UTF-16 without a mark', wide, TABLE],
    [
      'GB 18030 with four bytes',
      gbk,
      [
        ['编号', '名称'],
        ['001', '\u0080测试'],
      ],
    ],
  ])('%s is read', async (_, bytes, read) => expect(await texts(bytes)).toEqual(read))
  test('bytes of no encoding are refused instead of guessed', async () => {
    await expect(texts(Buffer.from('c3fbb3c62cff0a', 'hex'))).rejects.toThrow('文字编码无法识别')
  })
  test('what keeps a number as text is taken away, blanks around quotes too, a quote that stays open is a sign', async () => {
    const lines = [
      `="00123","=""00456""",'0078`,
      ` "甲,乙" , "丙" ,丁`,
      `"特种"设备,5" 管,"没有关`,
      `'t Hooft,O'Neil,己`,
    ]
    expect(await texts(Buffer.from(lines.join('\n')))).toEqual([
      ['00123', '00456', '0078'],
      ['甲,乙', '丙', '丁'],
      ['特种设备', '5" 管', '"没有关'],
      ["'t Hooft", "O'Neil", '己'],
    ])
  })
})

describe('what a cell shows', () => {
  async function shown(value: excel.CellValue, numFmt?: string, date1904 = false) {
    const book = new excel.Workbook()
    book.properties.date1904 = date1904
    const cell = book.addWorksheet('一').getCell('A1')
    cell.value = value
    if (numFmt) cell.numFmt = numFmt
    return (await tables(await bookBytes(book)))[0]!.rows[0]!.cells[0]!
  }
  test.each([
    [123, '00000', '00123'],
    [123, '"WB"0000', 'WB0123'],
    [20260017, '\\W\\B\\-00000000', 'WB-20260017'],
    [5000, '#,##0"元"', '5,000元'],
    [1234.56, '#,##0"元"', '1234.56'],
    [0.85, '0%', '85%'],
    [1234.5, '#,##0.00', '1234.5'],
    [1234567, '#,##0,"千"', '1234567'],
    [13900001234, '000-0000-0000', '139-0000-1234'],
    [123456789012, '0.00E+00', '123456789012'],
    [0.1 + 0.2, 'General', '0.3'],
    [0.00000012, undefined, '0.00000012'],
  ])('%d in the format %s is %s', async (value, format, text) => {
    expect(cellText(await shown(value, format))).toBe(text)
  })
  test('a number that lost its end and an error value say why they are no text', async () => {
    expect(await shown(1.23456789012345e17)).toMatchObject({ fault: expect.stringContaining('末尾几位已丢失') })
    expect(await shown({ error: '#N/A' })).toMatchObject({ fault: expect.stringContaining('#N/A') })
  })
  test('a formula is what it came to, and one never calculated says so', async () => {
    expect(await shown({ formula: 'A2&"x"', result: '0012' })).toMatchObject({ text: '0012', isFormula: true })
    expect(await shown({ formula: 'A2*2' } as never)).toMatchObject({
      fault: expect.stringContaining('没有保存计算结果'),
    })
  })
  test('a plain number knows the day that it is in the calendar of its book', async () => {
    expect(await shown(43831)).toMatchObject({ text: '43831', day: '2020-01-01' })
    expect(await shown(42369, undefined, true)).toMatchObject({ text: '42369', day: '2020-01-01' })
    expect(await shown(new Date('2026-03-02T00:00:00Z'))).toEqual({
      text: '2026-03-02',
      day: '2026-03-02',
      isDate: true,
    })
  })
})

const SHEET = (cells: string, ns = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main') =>
  `<x:worksheet xmlns:x="${ns}"><x:sheetData>${cells}</x:sheetData></x:worksheet>`

test('parts are found by their relations: other names and case, relative targets, the strict namespaces, prefixes', async () => {
  const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  const main = 'http://purl.oclc.org/ooxml/spreadsheetml/main'
  const relations = (list: [string, string, string][]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${strict}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`
  const bytes = zipOf({
    '_rels/.rels': relations([['r1', 'officeDocument', 'Book/Main.xml']]),
    'Book/Main.xml': `<x:workbook xmlns:x="${main}" xmlns:r="${strict}"><x:sheets><x:sheet name="名册" sheetId="1" r:id="s1"/><x:sheet name="图" sheetId="2" r:id="c1"/></x:sheets></x:workbook>`,
    'Book/_rels/Main.xml.rels': relations([
      ['s1', 'worksheet', '../Data/./One.xml'],
      ['c1', 'chartsheet', 'chart.xml'],
      ['t1', 'sharedStrings', 'SHAREDstrings2.xml'],
    ]),
    'book/sharedStrings2.xml': `<x:sst xmlns:x="${main}"><x:si><x:t>東京</x:t><x:rPh sb="0" eb="2"><x:t>トウキョウ</x:t></x:rPh></x:si></x:sst>`,
    'Data/One.xml': SHEET(
      '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>北京</x:t><x:rPh sb="0" eb="1"><x:t>ペキン</x:t></x:rPh></x:is></x:c></x:row>',
      main,
    ),
  })
  expect((await tables(bytes)).map(({ name, rows }) => [name, rows[0]!.cells])).toEqual([['名册', ['東京', '北京']]])
})

test('hidden sheets, rows hidden by a filter, and merged cells come with what they are', async () => {
  const book = new excel.Workbook()
  const sheet = book.addWorksheet('名册')
  sheet.addRows([
    ['单位', '级别'],
    ['甲', '理事'],
    ['乙', null],
    ['丙', '会员'],
    [null, null],
  ])
  sheet.mergeCells('B2:B3')
  sheet.getRow(4).hidden = true
  book.addWorksheet('旧', { state: 'hidden' }).addRow(['x'])
  book.addWorksheet('更旧', { state: 'veryHidden' }).addRow(['x'])
  const read = await tables(await bookBytes(book))
  expect(read.map(({ name, state }) => [name, state])).toEqual([
    ['名册', 'visible'],
    ['旧', 'hidden'],
    ['更旧', 'veryHidden'],
  ])
  const [, , third, fourth] = read[0]!.rows
  expect(third).toMatchObject({ cells: ['乙', '理事'], filled: [2], isHidden: false })
  expect(fourth).toMatchObject({ cells: ['丙', '会员'], isHidden: true })
})

describe('other files that are called Excel', () => {
  const biff = (options: xlsx.WritingOptions = {}) => {
    const sheet = xlsx.utils.aoa_to_sheet([
      ['编号', '级别', '日期'],
      [123, '理事', 43831],
      [45, null, null],
    ])
    sheet.A2!.z = '00000'
    sheet.C2!.z = 'yyyy-mm-dd'
    sheet['!merges'] = [{ s: { r: 1, c: 1 }, e: { r: 2, c: 1 } }]
    const book = xlsx.utils.book_new()
    xlsx.utils.book_append_sheet(book, sheet, '名册')
    return xlsx.write(book, { type: 'buffer', bookType: 'biff8', ...options }) as Buffer
  }
  test('a workbook of Excel 97 or WPS (BIFF) is read as others are', async () => {
    expect(await texts(biff())).toEqual([
      ['编号', '级别', '日期'],
      ['00123', '理事', '2020-01-01'],
      ['45', '理事'],
    ])
  })
  test('so is a web page, whose cells may span rows', async () => {
    const page = `<html><table><tr><th>单位<th>级别<tr><td>甲<td rowspan=2>理事<tr><td>乙</table></html>`
    expect(await texts(Buffer.from(page))).toEqual([
      ['单位', '级别'],
      ['甲', '理事'],
      ['乙', '理事'],
    ])
  })
  const compound = (stream: string) =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(504),
      Buffer.from(stream, 'utf16le'),
      Buffer.alloc(64),
    ])
  /** FILEPASS (MS-XLS 2.4.117) behind the first BOF of the stream of the workbook. */
  const locked = () => {
    const bytes = biff()
    const bof = bytes.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00]))
    const next = bof + 4 + 16
    bytes.writeUInt16LE(0x2f, next)
    return bytes
  }
  test.each([
    ['with a password (XLSX)', compound('EncryptedPackage'), '打开密码'],
    ['with a password (XLS)', locked(), '打开密码'],
    ['of Word', compound('WordDocument'), 'Word'],
    ['XLSB', zipOf({ 'xl/workbook.bin': 'x' }), 'XLSB'],
    ['ODS', zipOf({ 'content.xml': '<x/>', mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }), 'ODS'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'PNG'],
  ])('a file %s is refused in words that say what to do', async (_, bytes, words) => {
    await expect(tables(bytes)).rejects.toThrow(words)
  })
})
