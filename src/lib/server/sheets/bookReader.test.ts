import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import excel from 'exceljs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../../../test/workbooks.ts'
import { BookReader } from './bookReader.ts'
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
  return Object.fromEntries(await Promise.all(files.map(async part => [part.name, await text(openPart(path, part))])))
}

async function read(texts: Record<string, string>, pause = 0) {
  const path = join(directory, 'book')
  await writeFile(path, zipOf(texts))
  const rows: [string, ...unknown[]][] = []
  for await (const sheet of new BookReader(path))
    for await (const row of sheet) {
      rows.push([(sheet as unknown as { name: string }).name, ...(row.values as unknown[]).slice(1)])
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
