import { invalid } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { readTables, type TableCell } from '#lib/server/sheets/tableReader.ts'
import { readSheet, type Statement } from '../bankSheet.ts'

/** Maximum rows of a statement; larger ones should be imported by month. */
const MAX_ROWS = 5_000
const MAX_COLUMNS = 60

answerParser(read)

async function read(path: string): Promise<Statement> {
  const statement: Statement = { rows: [], unread: [], hidden: [] }
  let isFound = false
  for await (const { name, state, rows } of readTables(path, { maxRows: MAX_ROWS, maxColumns: MAX_COLUMNS })) {
    const cells = await cellsOf(rows)
    const sheet = cells.length > MAX_ROWS && state !== 'visible' ? undefined : readSheet(cells)
    if (state !== 'visible') {
      if (sheet || cells.length > MAX_ROWS) statement.hidden.push(name)
      continue
    }
    if (cells.length > MAX_ROWS) throw invalid(`流水不能超过 ${MAX_ROWS} 行，请按月份分开导出`)
    if (!sheet) continue
    isFound = true
    statement.rows.push(...sheet.rows)
    statement.unread.push(...sheet.unread)
  }
  const { hidden } = statement
  if (isFound) return statement
  if (hidden.length > 0) throw invalid(`流水在隐藏的工作表“${hidden.join('”“')}”里：请在 Excel 里取消隐藏后再导入`)
  throw invalid('没有找到流水表格：表头中应有“交易日期”和“贷方金额”（或“收入金额”“金额”）')
}

/** Of a sheet too long as many rows as tell that it is. */
async function cellsOf(rows: AsyncIterable<{ number: number; cells: TableCell[] }>): Promise<TableCell[][]> {
  const all: TableCell[][] = []
  for await (const { number, cells } of rows) {
    while (all.length < Math.min(number - 1, MAX_ROWS + 1)) all.push([])
    if (all.length > MAX_ROWS) break
    all.push(cells)
  }
  return all
}
