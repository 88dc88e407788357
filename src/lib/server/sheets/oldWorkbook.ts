import { read, utils } from '@e965/xlsx'

export type OldCell = string | number | boolean | Date
export type OldSheet = { name: string; isHidden: boolean; cells: OldCell[][] }

/** First bytes of a compound file: an Excel workbook of 1997 to 2003 (BIFF), or one that is encrypted. */
export const isOldWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('hex') === 'd0cf11e0'

/**
 * Reads an Excel workbook of 1997 to 2003 (XLS, BIFF8 and older): of each sheet at most so many rows, from its first row
 * and column on. A day is a
 * `Date` at midnight UTC. Throws if the workbook is encrypted or damaged. Parses bytes of
 * strangers: call it in a thread with limits.
 */
export function readOldWorkbook(bytes: Buffer, maxRows: number): OldSheet[] {
  const book = read(bytes, {
    type: 'buffer',
    dense: true,
    sheetRows: maxRows,
    cellFormula: false,
    cellHTML: false,
    cellDates: true,
    UTC: true,
  })
  return book.SheetNames.map((name, i) => {
    const sheet = book.Sheets[name]!
    const { e: end } = utils.decode_range(sheet['!ref'] ?? 'A1')
    const range = { s: { r: 0, c: 0 }, e: end }
    const cells = utils.sheet_to_json<OldCell[]>(sheet, {
      header: 1,
      raw: true,
      defval: '',
      blankrows: true,
      UTC: true,
      range,
    })
    return { name, isHidden: (book.Workbook?.Sheets?.[i]?.Hidden ?? 0) !== 0, cells }
  })
}
