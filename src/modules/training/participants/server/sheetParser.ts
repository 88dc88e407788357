import { invalid } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { cellText, readTables, type TableCell } from '#lib/server/sheets/tableReader.ts'
import type { SheetRow } from './sheetRows.ts'

const MAX_COLUMNS = 60
/** Headings that tell a list of people in a further sheet from instructions. */
const NAME = /^\*?(姓名|学员姓名|人员姓名|参训人员)/
const BESIDES = /证件|身份证|手机|电话|准考证|考号|理论|实操|学历|单位/
const MAX_HEADING_ROWS = 20

answerParser(read)

/**
 * Reads the non-empty rows of the first visible sheet, at most one more than `most`, so that the caller notices too
 * many. Refuses a file with lists of people in several sheets.
 */
async function read({ path, most }: { path: string; most: number }): Promise<SheetRow[]> {
  const read: SheetRow[] = []
  const others: string[] = []
  let isRead = false
  for await (const { name, state, rows } of readTables(path, { maxRows: most, maxColumns: MAX_COLUMNS })) {
    if (!isRead && state === 'visible') {
      isRead = true
      for await (const row of rows) {
        const cells = row.cells.map(cellOf)
        if (cells.some(cell => cell !== '')) read.push({ row: row.number, cells })
        if (read.length > most) return read
      }
    } else if (await hasPeople(rows)) others.push(state === 'visible' ? name : `${name}（隐藏）`)
  }
  if (others.length > 0)
    throw invalid(`文件有几张名单，只读第一张：请把“${others.join('”“')}”里的人员并入第一张，再删去这些工作表`)
  if (!isRead) throw invalid('文件里没有可见的工作表，请取消隐藏后重新上传')
  return read
}

async function hasPeople(rows: AsyncIterable<{ cells: TableCell[] }>): Promise<boolean> {
  let count = 0
  for await (const { cells } of rows) {
    const texts = cells.map(cell => cellText(cell).replace(/\s/g, ''))
    if (texts.some(text => NAME.test(text)) && texts.some(text => BESIDES.test(text))) return true
    if (++count >= MAX_HEADING_ROWS) break
  }
  return false
}

const cellOf = (cell: TableCell): SheetRow['cells'][number] => {
  if (typeof cell === 'string') return cell.trim()
  return cell.fault === undefined ? cell.text.trim() : { fault: cell.fault }
}
