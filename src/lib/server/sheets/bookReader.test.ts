import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import excel from '@protobi/exceljs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '#test/support/workbooks.ts'
import { type BookValue, readBook } from './bookReader.ts'
import { readStyles } from './bookStyles.ts'
import { openPart, partsOf } from './zipReader.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hangxie-book-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** The texts of what a workbook of these sheets consists of. */
async function textsOf(sheets: Record<string, string[][]>): Promise<Record<string, string>> {
  const book = new excel.Workbook()
  for (const [name, rows] of Object.entries(sheets)) book.addWorksheet(name).addRows(rows)
  const path = join(directory, 'whole')
  await writeFile(path, Buffer.from(await book.xlsx.writeBuffer()))
  const files = (await partsOf(path)).filter(({ name }) => !name.endsWith('/'))
  return Object.fromEntries(
    await Promise.all(files.map(async part => [part.name, await text(await openPart(path, part))])),
  )
}

async function read(texts: Record<string, string>, pause = 0) {
  const path = join(directory, 'book')
  await writeFile(path, zipOf(texts))
  const rows: [string, ...BookValue[]][] = []
  for await (const sheet of readBook(path))
    for await (const { cells } of sheet.rows) {
      rows.push([sheet.name, ...cells.map(({ value }) => value)])
      if (pause) await wait(pause)
    }
  return rows
}

const sheets = { 人员: [['姓名'], ['张伟']], 单位: [['名称'], ['清源锅炉']] }
const all = [
  ['人员', '姓名'],
  ['人员', '张伟'],
  ['单位', '名称'],
  ['单位', '清源锅炉'],
]
const inOrder = (texts: Record<string, string>, first: RegExp) =>
  Object.fromEntries(Object.entries(texts).sort(([a], [b]) => Number(first.test(b)) - Number(first.test(a))))

test.each([/workbook|shared/, /sheet/, /theme|styles/])(
  'a workbook is read whole however slowly its rows are taken, with %s at its beginning',
  async first => expect(await read(inOrder(await textsOf(sheets), first), 50)).toEqual(all),
)

test('sheets come in the order of the workbook, and by their names even where their places are written from the root', async () => {
  const texts = await textsOf(sheets)
  const rels = 'xl/_rels/workbook.xml.rels'
  texts[rels] = texts[rels]!.replaceAll('Target="', 'Target="/xl/')
  expect(await read(inOrder(texts, /sheet2/))).toEqual(all)
})

test('characters are whole wherever the bytes are parted', async () => {
  const long = Array.from({ length: 20_000 }, (_, i) => [`第${i}位：锅炉水处理`])
  const rows = await read(await textsOf({ 人员: long }))
  expect(rows.map(([, cell]) => [cell])).toEqual(long)
})

test('a workbook without its list of sheets is damaged', async () => {
  const { 'xl/workbook.xml': _, ...rest } = await textsOf(sheets)
  await expect(read(rest)).rejects.toThrow('已损坏')
})

test('cells of every kind are read as what they say', async () => {
  const book = new excel.Workbook()
  const sheet = book.addWorksheet('各种')
  const day = new Date('2026-01-31T00:00:00Z')
  sheet.addRow(['文字', 1.5, true, day, null, { error: '#REF!' }, { formula: 'B1*2', result: 3 }])
  sheet.addRow([{ richText: [{ text: '锅' }, { text: '炉', font: { bold: true } }] }, 'a_x000D_b', '=1+1', ' < & > '])
  sheet.getRow(4).getCell(3).value = '远'
  sheet.getRow(1).getCell(4).numFmt = 'yyyy"年"m"月"'
  sheet.getRow(1).getCell(2).numFmt = '[Red]0.00" d"'
  const path = join(directory, 'kinds')
  await writeFile(path, Buffer.from(await book.xlsx.writeBuffer()))
  const rows: [number, BookValue[]][] = []
  for await (const { rows: all } of readBook(path))
    for await (const { number, cells } of all) rows.push([number, cells.map(({ value }) => value)])
  expect(rows).toEqual([
    [1, ['文字', 1.5, true, day, null, { error: '#REF!' }, 3]],
    [2, ['锅炉', 'a\rb', '=1+1', ' < & > ']],
    [4, [null, null, '远']],
  ])
})

test('elements may have a prefix, and rows and cells no places', async () => {
  const texts = await textsOf({ 一: [['x']] })
  texts['xl/worksheets/sheet1.xml'] =
    `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>甲</x:t></x:is></x:c>
    <x:c><x:v>7</x:v></x:c></x:row><x:row><x:c t="str"><x:f>A1</x:f><x:v>乙</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  expect(await read(texts)).toEqual([
    ['一', '甲', 7],
    ['一', '乙'],
  ])
})

test('a sheet that breaks off is no shorter sheet', async () => {
  const texts = await textsOf({ 一: [['x'], ['y']] })
  texts['xl/worksheets/sheet1.xml'] = texts['xl/worksheets/sheet1.xml']!.replace(/<\/sheetData>.*$/s, '')
  await expect(read(texts)).rejects.toThrow('unclosed tag')
})

test('the style of each cell is found in the list of styles', async () => {
  const book = new excel.Workbook()
  const sheet = book.addWorksheet('样式')
  sheet.addRow(['粗', '红', '无'])
  sheet.getRow(1).getCell(1).font = { bold: true, size: 14 }
  sheet.getRow(1).getCell(2).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC7CE' } }
  const path = join(directory, 'styles')
  await writeFile(path, Buffer.from(await book.xlsx.writeBuffer()))
  const styles = await readStyles(path)
  for await (const { rows } of readBook(path))
    for await (const { cells } of rows) {
      expect(styles[cells[0]!.style]!.font).toMatchObject({ bold: true, size: 14 })
      expect(styles[cells[1]!.style]!.fill).toMatchObject({ fgColor: { argb: 'FFFFC7CE' } })
      expect(styles[cells[2]!.style]!.fill).toBeUndefined()
    }
})
