import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fitColumns } from '../database/tableColumns.ts'
import { type FormDocument, formPdf, toLines } from './formDocument.ts'
import { formDocx } from './formDocx.ts'
import { readCodes } from './qr.ts'

const QR = 'http://site.test/admin/verify/form?token=abcdefghijklmnopqrstuv'
const form = (rows: FormDocument['sections'][number]['rows']): FormDocument => ({
  association: '全国演示协会',
  title: '入会申请表',
  number: 'RH2026-000123',
  revision: 2,
  printedOn: '2026年11月21日',
  sections: [{ title: '单位信息', rows }],
  signatures: [
    { title: '法定代表人签字', lines: ['签字：', '日期：'] },
    { title: '单位盖章处', lines: ['（盖章处）'] },
  ],
  note: '打印后如修改了申请内容，须重新下载打印。',
  qr: QR,
})

async function read(pdf: Buffer) {
  const { promise } = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
  const document = await promise
  const pages: string[] = []
  let lowest = Number.POSITIVE_INFINITY
  let rightmost = 0
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const texts = items.flatMap(item => ('str' in item && item.str.trim() ? item : []))
    pages.push(texts.map(({ str }) => str).join(''))
    lowest = Math.min(lowest, ...texts.map(({ transform }) => transform[5]))
    rightmost = Math.max(rightmost, ...texts.map(({ transform, width }) => transform[4] + width))
  }
  const plain = (text: string) => text.replace(/[\s\u200b]/g, '')
  return { pages: pages.map(plain), text: plain(pages.join('')), lowest, rightmost }
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'form-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('a printed form', () => {
  test('says on each page which form and version it is, and on the first what its code says', async () => {
    const pdf = await formPdf(form([{ label: '单位简介', text: '清洗锅炉。'.repeat(800), wide: true }]))
    const { pages } = await read(pdf)
    expect(pages.length).toBeGreaterThan(1)
    for (const [i, page] of pages.entries()) {
      expect(page).toContain('RH2026-000123第2版')
      expect(page).toContain(`第${i + 1}页/共${pages.length}页`)
    }
    expect(pages[0]).toContain('请勿涂改二维码')
    await writeFile(join(folder, 'form.pdf'), pdf)
    expect(await readCodes(join(folder, 'form.pdf'), 'application/pdf')).toEqual([QR])
  })

  test('shows what is not filled in as a dash, and where to sign and seal', async () => {
    const { text } = await read(await formPdf(form([{ label: '传真', text: ' ' }])))
    expect(text).toContain('传真—')
    expect(text).toMatch(/法定代表人签字.*单位盖章处/)
  })

  test.each([
    ['markup', '#set page(fill: red) #panic("x") $x^2$ *b* _i_ @ref <l> `c` //c /* [x] ]] }} = h'],
    ['backslashes and quotes', '\\ \\" " \\u{41} \\n #"'],
    ['a template in a template', '#eval("1+1") #sys.inputs #read("/etc/passwd") {{x}}'],
    ['rare characters', '法人䶮𬭎赟堃㛃'],
  ])('prints %s as it was typed', async (_, typed) => {
    const { text } = await read(await formPdf(form([{ label: '单位名称', text: typed }])))
    expect(text).toContain(typed.replace(/\s/g, ''))
  })

  test.each([
    ['5,000 characters', '锅', '本公司从事锅炉化学清洗。'.repeat(500).slice(0, 5000)],
    ['5,000 without a place to break', 'W', 'W'.repeat(5000)],
    ['5,000 line breaks', '一', '一\n'.repeat(2500)],
  ])('keeps %s on the paper, all of them', async (_, mark, typed) => {
    const { text, lowest, rightmost } = await read(await formPdf(form([{ label: '简介', text: typed }])))
    expect(text.split(mark).length).toBe(typed.split(mark).length)
    expect(lowest).toBeGreaterThan(20)
    expect(rightmost).toBeLessThan(596 - 48)
  })

  test('is made of emoji and controls, too', async () => {
    const { text } = await read(await formPdf(form([{ label: '备注', text: '好\u0007的\u202e👩‍🔬🔥 完' }])))
    expect(text).toMatch(/好的.*完/)
  })
})

describe('a table in a form', () => {
  const head = ['姓名', '身份证号码', '学历', '专业', '职称', '岗位', '证书种类', '证书编号', '证书有效期至']
  const person = (i: number, more: Record<number, string> = {}) =>
    [
      `张伟${i}`,
      '11010519491231002X',
      '本科',
      '应用化学',
      '高级工程师',
      '技术负责人',
      'G3',
      `CBWA-G3-2025-${i}`,
      '2029-01-31',
    ].map((text, column) => more[column] ?? text)
  const withTable = (rows: string[][]): FormDocument => ({
    ...form([{ label: '单位名称', text: '甲公司' }]),
    sections: [{ title: '人员', rows: [], table: { head, rows } }],
  })

  test('as wide as it may be stays on the paper, whole, with its headings on every page', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => person(100 + i))
    const { pages, text, rightmost, lowest } = await read(await formPdf(withTable(rows)))
    expect(pages.length).toBeGreaterThan(1)
    for (const [name] of rows) expect(text).toContain(name)
    expect(text.split('11010519491231002X')).toHaveLength(121)
    for (const page of pages.filter(page => page.includes('11010519491231002X'))) expect(page).toContain('证书有效期至')
    expect(rightmost).toBeLessThan(596 - 48)
    expect(lowest).toBeGreaterThan(20)
  })

  test.each([
    ['5,000 characters', '锅'.repeat(5000)],
    ['a run without a place to break', 'Q'.repeat(300)],
    ['line breaks', '一\n'.repeat(200)],
  ])('holds %s in one cell', async (_, typed) => {
    const { text, rightmost, lowest } = await read(await formPdf(withTable([person(1, { 5: typed }), person(2)])))
    expect(text.split(typed[0]!).length).toBe(typed.split(typed[0]!).length)
    expect(text).toContain('张伟2')
    expect(rightmost).toBeLessThan(596 - 48)
    expect(lowest).toBeGreaterThan(20)
  })

  test('gives a number the room that it needs, and breaks numbers only where there is none', () => {
    const { widths, rows } = fitColumns({ head, rows: [person(1)] })
    expect(widths[1]).toBeGreaterThan(18 * 1.15)
    expect(rows).toEqual([person(1)])
    const many = Array.from({ length: 12 }, (_, i) => `编号${i}`)
    const tight = fitColumns({ head: many, rows: [many.map(() => '11010519491231002X')] })
    expect(tight.rows[0]![0]).toBe([...'11010519491231002X'].join('\u200b'))
  })

  test('is one in Word, too', async () => {
    const xml = entry(await formDocx(withTable([person(1), person(2)])), 'word/document.xml')
    for (const word of [...head, '张伟1', '张伟2']) expect(xml).toContain(word)
  })
})

test('short values stand side by side, long ones alone', () => {
  const lines = toLines([
    { label: '甲', text: '短' },
    { label: '乙', text: '短' },
    { label: '丙', text: '短' },
    { label: '丁', text: '短', wide: true },
    { label: '戊', text: '长'.repeat(2000) },
  ])
  expect(lines.map(({ cells, isLong }) => [cells.map(({ label }) => label).join(''), isLong])).toEqual([
    ['甲乙', false],
    ['丙', false],
    ['丁', false],
    ['戊', true],
  ])
})

test('the same form in Word holds the same words, escaped, and the picture of the code', async () => {
  const docx = await formDocx(form([{ label: '单位名称', text: '<w:p> & 甲乙 "公司"' }]))
  const xml = entry(docx, 'word/document.xml')
  expect(xml).toContain('&lt;w:p&gt; &amp; 甲乙')
  expect(xml).toContain('请勿涂改二维码')
  expect(xml).toContain('<w:drawing>')
})

/** A file of a ZIP archive. */
function entry(zip: Buffer, name: string): string {
  const start = zip.indexOf(name) - 30
  expect(zip.readUInt32LE(start)).toBe(0x04034b50)
  const body = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
  return inflateRawSync(zip.subarray(body)).toString()
}
