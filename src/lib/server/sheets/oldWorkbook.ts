import { read } from '@e965/xlsx'
import { invalid } from '#lib/error.ts'
import type { BookCell, BookRow, Merge, SheetState } from './bookReader.ts'
import { cellFormat } from './cellFormats.ts'

export type OldSheet = { name: string; state: SheetState; is1904: boolean; rows: BookRow[]; merges: Merge[] }

const PASSWORD =
  '文件带有打开密码，无法读取：请用 Excel 或 WPS 打开，在“文件 › 信息 › 保护工作簿”中去掉密码，保存后重新上传'

/** Throws if a compound file holds something else than a workbook that can be read. */
function refuseOtherCompounds(bytes: Buffer): void {
  const holds = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'))
  if (holds('EncryptedPackage') || hasFilePass(bytes)) throw invalid(PASSWORD)
  if (holds('WordDocument')) throw invalid('这是 Word 文档，不是表格：请把表格复制到 Excel，保存为 XLSX 后上传')
  if (!holds('Workbook') && !holds('Book')) throw invalid('这不是 Excel 或 WPS 的表格，请另存为 XLSX 后重新上传')
}

const FIRST_RECORDS = 12
const BOF = Buffer.from([0x09, 0x08, 0x10, 0x00])
const FILEPASS = 0x2f

/** Whether one of the first records of the workbook says that the others are encrypted (MS-XLS 2.4.117). */
function hasFilePass(bytes: Buffer): boolean {
  // Streams begin at a sector of the compound file, short ones at a part of one.
  let at = 512
  while (at + 64 <= bytes.length && !bytes.subarray(at, at + BOF.length).equals(BOF)) at += 64
  for (let i = 0; i < FIRST_RECORDS && at + 4 <= bytes.length; i++) {
    if (bytes.readUInt16LE(at) === FILEPASS) return true
    at += 4 + bytes.readUInt16LE(at + 2)
  }
  return false
}

/**
 * Reads an Excel workbook of 1997 to 2003 (XLS, BIFF8 and older) or of WPS (ET): of each sheet at most so many rows. A
 * day is a `Date` at midnight UTC. Throws if the workbook is encrypted or damaged. Parses bytes of strangers: call it in
 * a thread with limits.
 */
export async function readOldWorkbook(bytes: Buffer, maxRows: number): Promise<OldSheet[]> {
  refuseOtherCompounds(bytes)
  const book = parse(bytes, maxRows)
  const formats = new Map<string, Awaited<ReturnType<typeof cellFormat>>>()
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  const sheets: OldSheet[] = []
  for (const [i, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name]!
    const data = (sheet['!data'] ?? []) as (OldCell | undefined)[][]
    const rows: BookRow[] = []
    for (const [r, cells] of data.entries()) {
      if (!cells) continue
      const read: BookCell[] = []
      for (const [c, cell] of cells.entries()) {
        const format = cell?.z === undefined ? undefined : (formats.get(cell.z) ?? (await cellFormat(String(cell.z))))
        if (format) formats.set(cell!.z!, format)
        read[c] = cellOf(cell, format)
      }
      rows.push({ number: r + 1, isHidden: sheet['!rows']?.[r]?.hidden === true, cells: read })
    }
    const merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({
      top: s.r + 1,
      left: s.c + 1,
      bottom: e.r + 1,
      right: e.c + 1,
    }))
    const state = (['visible', 'hidden', 'veryHidden'] as const)[book.Workbook?.Sheets?.[i]?.Hidden ?? 0] ?? 'visible'
    sheets.push({ name, state, is1904, rows, merges })
  }
  return sheets
}

type OldCell = { t: string; v?: string | number | boolean | Date; w?: string; z?: string; f?: string }

function parse(bytes: Buffer, maxRows: number) {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      sheetRows: maxRows,
      cellFormula: true,
      cellHTML: false,
      cellDates: true,
      cellNF: true,
      cellStyles: true,
      UTC: true,
    })
  } catch (error) {
    if (/password|encrypt/i.test((error as Error).message)) throw invalid(PASSWORD)
    throw error
  }
}

function cellOf(cell: OldCell | undefined, format: Awaited<ReturnType<typeof cellFormat>> | undefined): BookCell {
  if (!cell || cell.t === 'z' || cell.v === undefined) return { value: null, style: 0 }
  const isFormula = cell.f !== undefined
  const about = { style: 0, ...(isFormula && { isFormula }) }
  if (cell.t === 'e') return { ...about, value: { error: cell.w ?? '#N/A' } }
  const shown = typeof cell.v === 'number' ? format?.show?.(cell.v) : undefined
  return { ...about, value: cell.v, ...(shown !== undefined && { shown }) }
}
