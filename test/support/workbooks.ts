import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import excel from '@protobi/exceljs'
import { residentIdCheck } from '../../src/lib/residentId.ts'
import { openPart, partsOf } from '../../src/lib/server/sheets/zipReader.ts'
import { makeScratch } from './tempDir.ts'

type Value = excel.CellValue

/** An XLSX file with these rows. */
export async function workbookOf(rows: Value[][], name = '数据'): Promise<Buffer> {
  const book = new excel.Workbook()
  book.addWorksheet(name).addRows(rows)
  return Buffer.from(await book.xlsx.writeBuffer())
}

/** The first sheet of an XLSX file. */
export async function sheetOf(bytes: Uint8Array, name?: string): Promise<excel.Worksheet> {
  const book = new excel.Workbook()
  await book.xlsx.load(Buffer.from(bytes) as never)
  return name ? book.getWorksheet(name)! : book.worksheets[0]!
}

export const textsOf = (sheet: excel.Worksheet): string[][] => {
  const rows: string[][] = []
  sheet.eachRow(row => rows.push((row.values as Value[]).slice(1).map(value => String(value ?? ''))))
  return rows
}

/** The n-th made-up number of a series: of nobody, since its place is no district. */
export function residentId(n: number, born = '19850412'): string {
  const first17 = `110000${born.slice(0, 6)}${String(1 + (Math.floor(n / 999) % 28)).padStart(2, '0')}${String(1 + (n % 999)).padStart(3, '0')}`
  return first17 + residentIdCheck(first17)
}

const SURNAMES = '王李张刘陈杨黄赵吴周'
const GIVEN = '明华强伟芳敏静丽军磊'
export const personName = (n: number) =>
  SURNAMES[n % 10]! + GIVEN[Math.floor(n / 10) % 10]! + GIVEN[Math.floor(n / 100) % 10]!

export const PERSON_HEADINGS = ['姓名', '证件号码', '手机', '学历', '工作单位']
/** The n-th made-up person as a row under those headings. */
export const personRow = (n: number, year = '1985'): string[] => [
  personName(n),
  residentId(n, `${year}0412`),
  `139${String(n).padStart(8, '0')}`,
  '本科',
  '清源锅炉清洗队',
]

/** A ZIP file of these texts, as they are. */
export function zipOf(texts: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(texts)) {
    const [bytes, label] = [Buffer.from(text), Buffer.from(name)]
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(bytes.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(label.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), about, label, bytes])
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, place, label]))
    parts.push(part)
    at += part.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(list.length, 4)
  end.writeUInt16LE(list.length, 6)
  end.writeUInt32LE(Buffer.concat(list).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, ...list, Buffer.from('PK\x05\x06'), end])
}

/** Texts of all files in an archive, such as the parts of a workbook. */
export async function partsIn(bytes: Buffer): Promise<string[]> {
  const scratch = await makeScratch('parts')
  try {
    const path = join(scratch, 'archive')
    await writeFile(path, bytes)
    return await Promise.all((await partsOf(path)).map(async part => text(await openPart(path, part))))
  } finally {
    await rm(scratch, { recursive: true })
  }
}
