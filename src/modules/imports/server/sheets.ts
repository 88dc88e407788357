import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { invalid } from '#lib/error.ts'
import { notAText } from '#lib/server/sheets/binary.ts'
import { type BookCell, readBook } from '#lib/server/sheets/bookReader.ts'
import { readCsv, textFrom } from '#lib/server/sheets/csv.ts'
import { openPart, type Part, partsOf } from '#lib/server/sheets/zipReader.ts'
import { mimeTypes } from '#lib/uploads.ts'
import { type Cell, LOST_DIGITS } from './cells.ts'
import type { SheetRow, SheetTask } from './reading.ts'

/** More columns than any template has; cells beyond are leftover formatting. */
const MAX_COLUMNS = 200

/** The rows that say anything, of a workbook, of a CSV file, or of a ZIP file's index, with the texts it names. */
export async function* rowsOf({ path, type }: Pick<SheetTask, 'path' | 'type'>, { asWritten = false } = {}) {
  if (type === mimeTypes.csv) yield* csvRows(await readFile(path))
  else if (type === mimeTypes.zip) yield* zipRows(path, asWritten)
  else yield* bookRows(path)
}

async function* bookRows(path: string): AsyncGenerator<SheetRow> {
  for await (const { name, isHidden, rows } of readBook(path)) {
    if (isHidden) continue
    for await (const row of rows) {
      const cells = row.cells.slice(0, MAX_COLUMNS).map(cellOf)
      if (cells.some(cell => cell !== '')) yield { sheet: name, row: row.number, cells }
    }
  }
}

/** Converts a cell to its text as displayed. */
function cellOf({ value }: BookCell): Cell {
  if (value === null) return ''
  if (typeof value === 'number') return numberOf(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string') return value
  if (value instanceof Date) return momentOf(value)
  return { fault: `单元格是错误值 ${value.error}，请改为文字` }
}

const numberOf = (value: number): Cell =>
  Math.abs(value) >= 1e15 ? { fault: LOST_DIGITS } : String(Number(value.toPrecision(15)))

function momentOf(value: Date): Cell {
  if (Number.isNaN(value.getTime())) return { fault: '日期无法识别，请写成 2026-01-31 的样子' }
  const [day, time] = value.toISOString().split('T')
  return time!.startsWith('00:00:00') ? day! : `${day} ${time!.slice(0, 8)}`
}

function* csvRows(bytes: Buffer, textOf = (cell: string) => cell): Generator<SheetRow> {
  const fault = notAText(bytes)
  if (fault) throw invalid(fault)
  for (const { row, cells } of readCsv(textFrom(bytes)))
    if (cells.some(cell => cell.trim() !== '')) yield { sheet: '', row, cells: cells.slice(0, MAX_COLUMNS).map(textOf) }
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

/** Unpacks one part; the total unpacked size was checked at upload. */
const unpack = async (path: string, part: Part): Promise<Buffer> => buffer(await openPart(path, part))
