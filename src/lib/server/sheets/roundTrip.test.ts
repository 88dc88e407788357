import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBook } from './bookReader.ts'
import { readCsv } from './csv.ts'
import { loadExcel } from './excel.ts'
import { sendWorkbook } from './workbook.ts'
import { openPart, partsOf } from './zipReader.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hangxie-sheets-'))
})
afterAll(() => rm(directory, { recursive: true }))

type Table = string[][]

/** A table as it leaves as a workbook; its path. */
async function written([headings, ...rows]: Table, name: string): Promise<string> {
  const columns = headings!.map((title, i) => ({ title, value: (row: string[]) => row[i] }))
  const { body } = sendWorkbook('表', { name: '数据', columns, rows })
  const stream = await (body as () => Promise<Readable>)()
  const path = join(directory, name)
  await writeFile(path, await buffer(stream))
  return path
}

async function read(path: string, width: number): Promise<Table> {
  const table: Table = []
  for await (const { rows } of readBook(path))
    for await (const { cells } of rows)
      table.push(Array.from({ length: width }, (_, i) => String(cells[i]?.value ?? '')))
  return table
}

/** Parts of the file, except the document properties, which contain the time of creation. */
async function contents(path: string) {
  const parts = (await partsOf(path)).filter(({ name }) => !name.startsWith('docProps/'))
  return Promise.all(parts.map(async part => [part.name, await text(await openPart(path, part))]))
}

const special = fc.constantFrom(
  '=1+1',
  '+86',
  '-1',
  '@A1',
  '007',
  '1e5',
  ' 前后 ',
  '<b>&amp;</b>',
  '一\n二',
  '一\r\n二',
  '\t',
  '\u0001',
  '"',
  '_x0041_',
  '\uffff',
  '\ufffe_x',
  '𬭎😀',
)
const word = fc.oneof(
  special,
  fc.string({ unit: 'grapheme-ascii', maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const table = fc
  .integer({ min: 1, max: 4 })
  .chain(width => fc.array(fc.array(word, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }))
  .map(([, ...rows]) => [rows[0]?.map((_, i) => `栏${i}`) ?? ['栏'], ...rows])

test('what leaves as a workbook, is read and leaves again is the same file', async () => {
  await fc.assert(
    fc.asyncProperty(table, async given => {
      const first = await written(given, 'first')
      const back = await read(first, given[0]!.length)
      expect(back).toEqual(given)
      expect(await contents(await written(back, 'second'))).toEqual(await contents(first))
    }),
    { numRuns: 30 },
  )
})

test('a book is laid out for its readers: widths by content, a frozen heading with filters, codes as text, amounts as numbers', async () => {
  const columns = [
    { title: '编号', value: ([code]: [string, number, string]) => code },
    { title: '金额', value: ([, amount]: [string, number, string]) => amount },
    { title: '说明', width: 20, value: ([, , words]: [string, number, string]) => words },
  ]
  const rows: [string, number, string][] = [
    ['00123', 1200, '短'],
    ['13800000000', 12.5, '很长的说明'.repeat(20)],
  ]
  const { body } = sendWorkbook('表', { columns, rows })
  const { Workbook } = await loadExcel()
  const book = new Workbook()
  await book.xlsx.load((await buffer(await (body as () => Promise<Readable>)())) as never)
  const sheet = book.worksheets[0]!
  expect(columns.map((_, i) => sheet.getColumn(i + 1).width)).toEqual([13, 8, 20])
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
  expect(sheet.autoFilter).toBe('A1:C1')
  const cells = [sheet.getCell('A2'), sheet.getCell('B2'), sheet.getCell('B3')]
  expect(cells.map(({ value, numFmt }) => [value, numFmt])).toEqual([
    ['00123', '@'],
    [1200, '0'],
    [12.5, undefined],
  ])
})

test('a text that no cell can hold is cut, says so, and leaves the book readable', async () => {
  const long = '锅'.repeat(40_000)
  const [, [cell, next]] = (await read(
    await written(
      [
        ['一', '二'],
        [long, '后'],
      ],
      'long',
    ),
    2,
  )) as [string[], string[]]
  expect(cell).toHaveLength(32_767)
  expect(cell).toContain('原文共 40000 字')
  expect(next).toBe('后')
})

test('a table in text between separators is read as it was written', () => {
  const separator = fc.constantFrom(',', ';', '\t')
  const ending = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(table, separator, ending, (given, between, end) => {
      const cell = (words: string) => `"${words.replaceAll('"', '""')}"`
      const csv = given.map(row => row.map(cell).join(between)).join(end)
      const rows = [...readCsv(`\ufeff${csv}${end}`)]
      expect(rows.map(({ cells }) => cells)).toEqual(given)
      expect(rows.map(({ row }) => row)).toEqual(given.map((_, i) => i + 1))
    }),
  )
})
