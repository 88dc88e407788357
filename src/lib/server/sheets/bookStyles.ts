import { buffer } from 'node:stream/consumers'
import type { Style } from '@protobi/exceljs'
import { countStyles } from './cellFormats.ts'
import { loadExcel } from './excel.ts'
import { readTree } from './xmlReader.ts'
import { openPart, type Part, partsOf } from './zipReader.ts'
import { zipOf } from './zipWriter.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const STYLE_PARTS = ['xl/styles.xml', 'xl/theme/theme1.xml']

/**
 * The styles of a workbook in the order of its list, as the library writes them. It reads them from a workbook of one
 * column, a cell of each style, however long the real one is.
 */
export async function readStyles(path: string): Promise<Partial<Style>[]> {
  const looks = (await partsOf(path)).filter(({ name }) => STYLE_PARTS.includes(name))
  const styles = looks.find(({ name }) => name === 'xl/styles.xml')
  if (!styles) return []
  const count = countStyles(await readTree(await openPart(path, styles)))
  const { Workbook } = await loadExcel()
  const book = new Workbook()
  await book.xlsx.load((await buffer(zipOf(sampleParts(path, looks, count), new Date(0)))) as never)
  const sheet = book.worksheets[0]!
  return Array.from({ length: count }, (_, i) => sheet.getRow(i + 1).getCell(1).style)
}

async function* sampleParts(path: string, looks: Part[], count: number) {
  const rows = Array.from({ length: count }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" s="${i}"/></row>`).join('')
  yield textPart(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  )
  yield textPart(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  )
  yield textPart('xl/worksheets/sheet1.xml', `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`)
  for (const part of looks) yield { name: part.name, bytes: await buffer(await openPart(path, part)) }
}

const textPart = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })
