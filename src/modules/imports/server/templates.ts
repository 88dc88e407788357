import type { Worksheet } from '@protobi/exceljs'
import type { Download } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { offeredOptions } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { exportColumnsOf, widthOf } from '#lib/server/forms/formColumns.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { loadExcel } from '#lib/server/sheets/excel.ts'
import { sendWorkbook, XLSX } from '#lib/server/sheets/workbook.ts'
import { nameOf, ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { suggestionsFor } from '#modules/settings/server/dictionaries.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { kindFor } from './batches.ts'
import type { ImportColumn, ImportKind } from './importKinds.ts'
import { maskedColumns, maskedRecords } from './maskedCells.ts'

type Endpoints = typeof staffImportsContract

const CHOICES = '可选值'
/** Rows for which the template offers its lists. */
const PREPARED_ROWS = 5_000

export const templatesHandlers = {
  /** A workbook to fill in: text cells, so that no number loses its zeros or its end, and lists where there are choices. */
  'GET /staff/import/template': async (ctx, { kind: of }) => {
    const kind = kindFor(ctx, of)
    return makeTemplate(ctx, kind, await kind.columns(ctx))
  },
  /** Exports all records in the shape of the template, so that the edited file can be imported as changes. */
  'GET /staff/import/export': async (ctx, { kind: of }) => {
    const kind = kindFor(ctx, of)
    const columns = await kind.columns(ctx)
    await record(ctx, { action: 'import.export', objectType: kind.kind, objectName: `${kind.name}（导入格式）` })
    return sendWorkbook(kind.name, {
      name: kind.name,
      columns: exportColumnsOf(kind.personal ? maskedColumns(columns) : columns),
      rows: maskedRecords(columns, kind.records(ctx)),
    })
  },
  /** The same with whole numbers, once a second person has agreed: with who took it, when and for what written on it. */
  'POST /staff/import/export/personal': async (ctx, { kind: of, purpose }) => {
    const kind = kindFor(ctx, of)
    if (!kind.personal) throw invalid(`导出的${kind.name}没有隐去的内容，直接导出即可`)
    const [columns, rows, own, agreed] = await Promise.all([
      kind.columns(ctx),
      kind.personal.count(ctx),
      ownName(ctx),
      nameOf(ctx, ctx.agreedBy!),
    ])
    await record(ctx, {
      action: 'import.exportPersonal',
      objectType: kind.kind,
      objectName: kind.name,
      after: { 用途: purpose, 人数: rows, ...(ctx.approvalId && { 导出编号: ctx.approvalId, 同意人: agreed }) },
    })
    const taken = `导出编号 ${ctx.approvalId}，${own}（${signedInActor(ctx).userName}）${minute(iso(ctx.now))} 导出`
    return sendWorkbook(`${kind.name}（完整信息）`, {
      name: kind.name,
      columns: exportColumnsOf(columns),
      rows: kind.records(ctx),
      mark: `含完整的个人信息，用后请删除。${taken}，共 ${rows} 人，同意人 ${agreed}，用途：${purpose}`,
    })
  },
} satisfies Partial<Handlers<Endpoints>>

/** Column with its choices; `isFree`: they are suggestions and any text may be entered. */
type Offering = ImportColumn & { choices: string[]; isFree: boolean }

type Described = Pick<ImportKind, 'name' | 'policy'>

export async function makeTemplate(
  ctx: Pick<Ctx, 'db'>,
  kind: Described,
  described: readonly ImportColumn[],
): Promise<Download> {
  const columns = await Promise.all(described.map(column => withChoices(ctx, column)))
  const { Workbook } = await loadExcel()
  const book = new Workbook()
  const sheet = book.addWorksheet(kind.name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(column => ({ width: widthOf(column), style: { numFmt: '@' } }))
  for (const [i, column] of columns.entries()) {
    const cell = sheet.getRow(1).getCell(i + 1)
    cell.value = column.required ? `*${column.label}` : column.label
    cell.font = { bold: true, color: { argb: column.required ? 'FFC1121F' : 'FF0B4A7F' } }
  }
  explain(book.addWorksheet('填写说明'), kind, columns)
  offer(sheet, book.addWorksheet(CHOICES, { state: 'hidden' }), columns)
  const bytes = Buffer.from(await book.xlsx.writeBuffer())
  return privateDownload(`${kind.name}导入模板.xlsx`, XLSX, bytes)
}

function explain(sheet: Worksheet, { policy }: Described, columns: readonly Offering[]) {
  sheet.columns = [18, 10, 46, 60, 28].map(width => ({
    width,
    style: { alignment: { wrapText: true, vertical: 'top' } },
  }))
  sheet.addRow(['列名', '是否必填', '说明', CHOICES, '示例']).font = { bold: true }
  for (const column of columns)
    sheet.addRow([
      column.label,
      column.required ? '必填' : '选填',
      column.hint ?? ruleOf(column),
      column.choices.join('、'),
      column.example,
    ])
  sheet.addRow([])
  for (const line of [policy, '列的顺序不限，选填的列可以删去。空白的单元格不会清除已登记的内容。']) {
    const row = sheet.addRow([line])
    sheet.mergeCells(row.number, 1, row.number, 5)
  }
}

function ruleOf({ kind, max, unit, isFree }: Offering): string {
  if (kind === 'day') return '日期，例如 2026-01-31'
  if (kind === 'choices') return '可填多个，用顿号隔开'
  if (kind === 'number') return `数字${unit ? `，单位${unit}` : ''}`
  const length = max ? `不超过 ${max} 个字` : ''
  return isFree ? `可选用右边所列的，也可另填，${length}` : length
}

async function withChoices(ctx: Pick<Ctx, 'db'>, column: ImportColumn): Promise<Offering> {
  const { kind, options = [] } = column
  if (kind === 'province') return { ...column, choices: provinces.map(({ short }) => short), isFree: false }
  const suggested = await suggestionsFor(ctx, column)
  if (suggested) return { ...column, choices: suggested, isFree: true }
  return { ...column, choices: offeredOptions(options).map(({ name }) => name), isFree: false }
}

/** The lists stand in a sheet of their own: in the cell itself Excel takes 255 characters only. */
function offer(sheet: Worksheet, lists: Worksheet, columns: readonly Offering[]) {
  for (const [i, column] of columns.entries()) {
    const { choices, isFree } = column
    if (column.kind === 'choices' || choices.length === 0) continue
    for (const [j, choice] of choices.entries()) lists.getRow(j + 1).getCell(i + 1).value = choice
    const place = sheet.getColumn(i + 1).letter
    const range = `'${CHOICES}'!$${place}$1:$${place}$${choices.length}`
    // Validates the whole column at once; the types of the library know single cells only.
    const { dataValidations } = sheet as unknown as { dataValidations: { add: (at: string, rule: object) => void } }
    dataValidations.add(`${place}2:${place}${PREPARED_ROWS}`, {
      type: 'list',
      allowBlank: true,
      formulae: [range],
      showErrorMessage: !isFree,
      errorTitle: column.label,
      error: '请从下拉列表中选择',
    })
  }
}
