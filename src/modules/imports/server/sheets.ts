import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { CellValue } from 'exceljs'
import { invalid } from '#lib/error.ts'
import { BookReader } from '#lib/server/sheets/bookReader.ts'
import { readCsv, textFrom } from '#lib/server/sheets/csv.ts'
import { openPart, type Part, partsOf } from '#lib/server/sheets/zipReader.ts'
import { types } from '#lib/uploads.ts'
import { type Cell, LOST_DIGITS } from './cells.ts'
import type { SheetRow, Work } from './reading.ts'

/** More columns than any template has; what lies beyond is forgotten formatting. */
const MOST_COLUMNS = 200

/** The rows that say anything, of a workbook, of a CSV file, or of a ZIP file's index, with the texts it names. */
export async function* rowsOf({ path, type }: Pick<Work, 'path' | 'type'>, { asWritten = false } = {}) {
  if (type === types.csv) yield* csvRows(await readFile(path))
  else if (type === types.zip) yield* zipRows(path, asWritten)
  else yield* bookRows(path)
}

async function* bookRows(path: string): AsyncGenerator<SheetRow> {
  for await (const sheet of new BookReader(path)) {
    const { name, state } = sheet as unknown as { name: string; state?: string }
    for await (const row of sheet) {
      const values = (row.values as CellValue[]).slice(1, MOST_COLUMNS + 1)
      const cells = Array.from(values, cellOf)
      if (state !== 'hidden' && cells.some(cell => cell !== '')) yield { sheet: name, row: row.number, cells }
    }
  }
}

/** As people read it; of a formula what it comes to. */
function cellOf(value: CellValue | undefined): Cell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberOf(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return momentOf(value)
  if ('richText' in value) return value.richText.map(({ text }) => text).join('')
  if ('error' in value) return { fault: `单元格是错误值 ${value.error}，请改为文字` }
  if ('text' in value) return cellOf(value.text as CellValue)
  return cellOf((value as { result?: CellValue }).result)
}

const numberOf = (value: number): Cell =>
  Math.abs(value) >= 1e15 ? { fault: LOST_DIGITS } : String(Number(value.toPrecision(15)))

function momentOf(value: Date): Cell {
  if (Number.isNaN(value.getTime())) return { fault: '日期无法识别，请写成 2026-01-31 的样子' }
  const [day, time] = value.toISOString().split('T')
  return time!.startsWith('00:00:00') ? day! : `${day} ${time!.slice(0, 8)}`
}

function* csvRows(bytes: Buffer, textOf = (cell: string) => cell): Generator<SheetRow> {
  for (const { row, cells } of readCsv(textFrom(bytes)))
    if (cells.some(cell => cell.trim() !== ''))
      yield { sheet: '', row, cells: cells.slice(0, MOST_COLUMNS).map(textOf) }
}

/** The index names texts that lie beside it: what a cell names stands in its place. */
async function* zipRows(path: string, asWritten: boolean): AsyncGenerator<SheetRow> {
  const parts = (await partsOf(path)).filter(({ name }) => !/(^|\/)(\.|__MACOSX)/.test(name))
  const index = parts.filter(({ name }) => /\.csv$/i.test(name))
  if (index.length !== 1) throw invalid('ZIP 文件中应有且只有一个 CSV 索引文件')
  const folder = index[0]!.name.replace(/[^/]*$/, '')
  const texts = new Map<string, string>()
  for (const part of asWritten ? [] : parts)
    if (/\.html?$/i.test(part.name)) texts.set(part.name, textFrom(await unpack(path, part)))
  yield* csvRows(await unpack(path, index[0]!), cell => {
    const name = cell.trim().replace(/^\.?\//, '')
    return texts.get(folder + name) ?? texts.get(name) ?? cell
  })
}

/** How much all of it may be was checked when it was uploaded. */
const unpack = (path: string, part: Part): Promise<Buffer> => buffer(openPart(path, part))
