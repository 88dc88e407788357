import { buffer } from 'node:stream/consumers'
import { invalid } from '#lib/error.ts'
import { notAText } from '#lib/server/sheets/binary.ts'
import { readCsv, tableTextFrom, textFrom } from '#lib/server/sheets/csv.ts'
import { cellText, readTables, type Table } from '#lib/server/sheets/tableReader.ts'
import { openPart, type Part, partsOf } from '#lib/server/sheets/zipReader.ts'
import { mimeTypes } from '#lib/uploads.ts'
import type { SheetRow, SheetSurvey, SheetTask } from './reading.ts'

/** More columns than any template has; cells beyond are leftover formatting. */
const MAX_COLUMNS = 200
/** More rows of a sheet than any register imports at once; `sheetThread` refuses them. */
const MAX_ROWS = 101_000
/** Rows of each sheet among which the headings are looked for. */
const TOP_ROWS = 60
const MAX_SHEETS = 200

/**
 * The rows that say anything, of the visible sheets of a workbook or of the one that is named, of a CSV file, or of a ZIP
 * file's index, with the texts it names.
 */
export async function* rowsOf(
  { path, type, sheet }: Pick<SheetTask, 'path' | 'type' | 'sheet'>,
  { asWritten = false } = {},
): AsyncGenerator<SheetRow> {
  if (type === mimeTypes.zip) return yield* zipRows(path, asWritten)
  for await (const table of readTables(path, { maxRows: MAX_ROWS, maxColumns: MAX_COLUMNS }))
    if (sheet === undefined ? table.state === 'visible' : table.name === sheet) yield* tableRows(table)
}

async function* tableRows({ name, rows }: Table): AsyncGenerator<SheetRow> {
  for await (const { number, cells, isHidden, filled } of rows)
    if (cells.some(cell => cellText(cell).trim() !== ''))
      yield { sheet: name, row: number, cells, ...(isHidden && { isHidden }), ...(filled && { filled }) }
}

/** All sheets of a file, hidden ones too: how many rows each has, and its first ones. */
export async function surveySheets({ path, type }: Pick<SheetTask, 'path' | 'type'>): Promise<SheetSurvey[]> {
  const sheets: SheetSurvey[] = []
  if (type === mimeTypes.zip) {
    const top: SheetRow[] = []
    let rows = 0
    const { parts, index, textAt } = await openZip(path)
    const read = new Set([index])
    for await (const row of zipRows(path, true)) {
      if (++rows <= TOP_ROWS) top.push(row)
      for (const cell of row.cells) read.add(textAt(cellText(cell)) ?? index)
    }
    const unread = parts.flatMap(part => (read.has(part) || part.name.endsWith('/') ? [] : [part.name]))
    return [{ name: '', state: 'visible', rows, hiddenRows: 0, top, unread }]
  }
  for await (const table of readTables(path, { maxRows: MAX_ROWS, maxColumns: MAX_COLUMNS })) {
    if (sheets.length >= MAX_SHEETS) throw invalid(`工作表超过 ${MAX_SHEETS} 张，请只保留要导入的`)
    const survey: SheetSurvey = {
      name: table.name,
      state: table.state,
      rows: 0,
      hiddenRows: 0,
      top: [],
    }
    for await (const row of tableRows(table)) {
      survey.rows++
      if (row.isHidden) survey.hiddenRows++
      if (survey.top.length < TOP_ROWS) survey.top.push(row)
    }
    sheets.push(survey)
  }
  return sheets
}

function* csvRows(bytes: Buffer, textOf: (cell: string) => string): Generator<SheetRow> {
  const fault = notAText(bytes)
  if (fault) throw invalid(fault)
  for (const { row, cells } of readCsv(tableTextFrom(bytes)))
    if (cells.some(cell => cell.trim() !== '')) yield { sheet: '', row, cells: cells.slice(0, MAX_COLUMNS).map(textOf) }
}

/** The index of a ZIP file, and the texts beside it by the cells that name them. */
async function openZip(path: string) {
  const parts = (await partsOf(path)).filter(({ name }) => !/(^|\/)(\.|__MACOSX)/.test(name))
  const [index, ...others] = parts.filter(({ name }) => /\.csv$/i.test(name))
  if (!index || others.length > 0) throw invalid('ZIP 文件中应有且只有一个 CSV 索引文件')
  const folder = index.name.replace(/[^/]*$/, '')
  const texts = new Map(parts.flatMap(part => (/\.html?$/i.test(part.name) ? [[part.name, part]] : [])))
  const textAt = (cell: string): Part | undefined => {
    const name = cell.trim().replace(/^\.?\//, '')
    return texts.get(folder + name) ?? texts.get(name)
  }
  return { parts, index, texts, textAt }
}

/** The index names texts that lie beside it: what a cell names stands in its place. */
async function* zipRows(path: string, asWritten: boolean): AsyncGenerator<SheetRow> {
  const { index, texts, textAt } = await openZip(path)
  const unpacked = new Map<Part, string>()
  for (const part of asWritten ? [] : texts.values()) unpacked.set(part, textFrom(await unpack(path, part)))
  yield* csvRows(await unpack(path, index), cell => unpacked.get(textAt(cell)!) ?? cell)
}

/** Unpacks one part; the total unpacked size was checked at upload. */
const unpack = async (path: string, part: Part): Promise<Buffer> => buffer(await openPart(path, part))
