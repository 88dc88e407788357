import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { cellText, type TableCell } from '#lib/server/sheets/tableReader.ts'
import type { Cell } from './cells.ts'
import type { Layout } from './headings.ts'
import type { ImportColumn, ImportKind } from './importKinds.ts'
import type { SheetRow } from './reading.ts'

/**
 * The plain export shows a part of each identity number and mobile, and beside them the number of the record. A cell that
 * comes back like that stands for the value that is registered: it changes nothing.
 */
export const RECORD_ID: ImportColumn = {
  name: 'recordId',
  label: '登记编号',
  section: '',
  kind: 'text',
  example: '',
}

/** The rows of a plain export. What is not known to be about no person is masked. */
export async function* maskedRecords(
  columns: readonly ImportColumn[],
  records: AsyncIterable<FormValues>,
): AsyncGenerator<FormValues> {
  for await (const { recordId, ...values } of records)
    yield recordId === null ? values : { ...values, ...maskForm(columns, values), recordId: String(recordId ?? '') }
}

/** The columns of a plain export: whoever opens it sees in the headings that values are masked. */
export const maskedColumns = (columns: readonly ImportColumn[]): readonly ImportColumn[] => [
  ...columns.map(column => (column.personal ? { ...column, label: `${column.label}（部分）` } : column)),
  RECORD_ID,
]

export const isMasked = ({ personal }: ImportColumn, text: string): boolean => personal === true && /[*＊]/.test(text)

/** Resolves a masked cell to its full value, or says why it cannot. */
export type UnmaskCell = (row: number, column: ImportColumn, text: string) => Cell

export async function readUnmasked(
  ctx: Ctx,
  { personal }: Pick<ImportKind, 'personal'>,
  { places }: Layout,
  rows: readonly SheetRow[],
): Promise<UnmaskCell> {
  const place = places.get(RECORD_ID)
  const ids = new Map(rows.flatMap(({ row, cells }) => (idIn(cells[place ?? -1]) ? [[row, idIn(cells[place!])!]] : [])))
  const known = personal && ids.size > 0 ? await personal.read(ctx, [...new Set(ids.values())]) : new Map()
  return (row, column, text) => {
    const values = known.get(ids.get(row) ?? 0)
    if (!values) return { fault: NO_RECORD }
    if (maskForm([column], values)[column.name] !== text.trim()) return { fault: OTHER_RECORD }
    return String(values[column.name])
  }
}

const idIn = (cell: TableCell | undefined) =>
  /^\d{1,9}$/.test(cellText(cell).trim()) ? Number(cellText(cell)) : undefined

const NO_RECORD = `只有一部分的号码无法登记：请保留导出时的“${RECORD_ID.label}”一列，或填写完整号码；不改动的也可以留空`
const OTHER_RECORD = `与“${RECORD_ID.label}”一列所指的登记内容不符，请核对，或填写完整号码`
