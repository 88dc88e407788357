import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FormField, FormRow } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { residentSex } from '#lib/residentId.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { typedCode } from '#lib/typed.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { withTemporaryFile } from '#modules/files/server/temporaryFile.ts'
import { idNumberFault, plainIdNumber } from '#modules/members/personForm.ts'
import { suggestionsFor } from '#modules/settings/server/dictionaries.ts'
import type { enrolmentContract } from '#modules/training/enrolling/contract.ts'
import { MAX_PARTICIPANTS, participantColumns } from '#modules/training/enrolling/enrolmentForm.ts'
import { enrolmentSettings, readEnrolmentCourse } from '#modules/training/enrolling/server/enrolmentCourse.ts'
import { isResident } from '#modules/training/enrolling/server/enrolmentFaults.ts'
import { readSheet, type SheetCell, type SheetRow, textIn } from './sheetRows.ts'

type Endpoints = typeof enrolmentContract
type Read = Output<Endpoints['POST /app/training/participants/read']>

const UPLOAD_LIMIT = { limit: 2 * MEGABYTE, tooLarge: '文件不能超过 2 MB，请只保留名单' }
/** Titles and remarks may stand above the headings. */
const MAX_HEADING_ROW = 10

export const participantSheetHandlers = {
  /** Reads a workbook for the form; nothing is stored. */
  'POST /app/training/participants/read': async (ctx, { trainingId }) => {
    const columns = await columnsOf(ctx, trainingId)
    return withTemporaryFile(ctx, UPLOAD_LIMIT, async path => {
      const rows = await readSheet(path, MAX_PARTICIPANTS + MAX_HEADING_ROW + 1, ctx.address)
      const at = rows.slice(0, MAX_HEADING_ROW).findIndex(({ cells }) => cells.some(cell => isNamed(cell, '姓名')))
      if (at < 0) throw invalid('没有找到“姓名”一列，请按模板填写，保留第一行的列名')
      const people = rows.slice(at + 1)
      if (people.length === 0) throw invalid('名单是空的，请在列名下面逐行填写')
      if (people.length > MAX_PARTICIPANTS) throw invalid(`一次最多 ${MAX_PARTICIPANTS} 人，请把名单分成几份`)
      const places = placesOf(columns, rows[at]!.cells)
      const read = people.map((row, at) => readPerson(row, at, { asked: columns, places }, dayOf(ctx.now)))
      return { participants: read.map(({ person }) => person), errors: read.flatMap(({ errors }) => errors) }
    })
  },
  /** 参训人员名单: the columns of the form, and beside them what may stand in each. */
  'GET /app/training/participants/template': async (ctx, { trainingId }) => {
    const columns = await columnsOf(ctx, trainingId)
    const suggested = new Map(
      await Promise.all(columns.map(async column => [column.name, await suggestionsFor(ctx, column)] as const)),
    )
    return sendWorkbook(
      '参训人员名单',
      {
        name: '名单',
        columns: columns.map(({ name, label }) => ({ title: label, width: WIDTHS[name] ?? 14, value: () => '' })),
        rows: [],
      },
      {
        name: '填写说明',
        columns: [
          { title: '栏目', value: ({ label }: FormField) => label },
          { title: '必填', width: 8, value: ({ required }) => (required ? '是' : '否') },
          { title: '怎样填写', width: 90, value: (column: FormField) => explain(column, suggested.get(column.name)) },
        ],
        rows: columns,
      },
    )
  },
} satisfies Partial<Handlers<Endpoints>>

/** Columns that a cell can hold: no photos and no internal ids. */
const columnsOf = async (ctx: Ctx, courseId: number) =>
  participantColumns(enrolmentSettings(await readEnrolmentCourse(ctx, courseId))).filter(
    ({ name, kind }) => name !== 'personId' && kind !== 'picture',
  )

type Place = { column: FormField; at: number }

/** Maps columns to positions; columns without a heading are left out. */
const placesOf = (columns: readonly FormField[], headings: SheetRow['cells']): Place[] =>
  columns.flatMap(column => {
    const at = headings.findIndex(heading => isNamed(heading, column.label))
    return at < 0 ? [] : [{ column, at }]
  })

/** Other common headings of the same columns. */
const HEADING_SYNONYMS: Record<string, string[]> = {
  姓名: ['参训人员', '学员姓名', '人员姓名'],
  手机: ['手机号', '手机号码', '联系电话', '电话'],
  证件号码: ['身份证', '身份证号', '身份证号码', '证件号'],
  证件类型: ['证件种类'],
  学历: ['文化程度'],
  申报级别: ['级别', '报考级别'],
  报考类别: ['类别'],
  职务: ['岗位'],
  从事年限: ['工作年限', '从业年限'],

  原证书编号: ['证书编号', '原证书号'],
  住宿: ['是否住宿', '住宿要求'],
  饮食要求: ['饮食'],
  同意公示: ['是否同意公示'],
}
const plainHeading = (text: string) => typedCode(text).replace(/\(.*?\)|[*:]/g, '')
const isNamed = (heading: SheetCell | undefined, label: string) =>
  [label, ...(HEADING_SYNONYMS[label] ?? [])].includes(plainHeading(textIn(heading)))

type Sheet = { asked: readonly FormField[]; places: Place[] }

function readPerson({ row, cells }: SheetRow, index: number, { asked, places }: Sheet, today: string) {
  const errors: Read['errors'] = []
  const fault = ({ name, label }: Pick<FormField, 'name' | 'label'>, text: string) =>
    errors.push({ row, at: index, name, label, text })
  const typed: FormRow = {}
  for (const { column, at } of places) {
    const cell = cells[at]
    if (typeof cell === 'object') fault(column, cell.fault)
    else if (cell) typed[column.name] = codeOf(column, cell)
  }
  const columns = places.map(({ column }) => column)
  // Judges only cells that have a value; the form asks for empty and rejected ones.
  const { errors: wrong } = readForm(columns, typed, { whole: true, today })
  for (const column of columns) if (column.name in wrong && column.name in typed) fault(column, wrong[column.name]!)
  const idType = typed.idType ?? 'resident'
  const wrongNumber = idNumberFault({ ...typed, idType }, today)
  if (wrongNumber) fault({ name: 'idNumber', label: '证件号码' }, wrongNumber)
  const { values } = readForm(columns, typed, { whole: false, today })
  const number = plainIdNumber(String(typed.idNumber ?? ''))
  const sex = isResident(idType, number) && !wrongNumber ? { sex: residentSex(number) } : {}
  const isAsked = (name: string) => asked.some(column => column.name === name)
  return {
    person: { ...(isAsked('sex') && sex), ...values, ...(isAsked('idNumber') && { idType }) } as FormRow,
    errors,
  }
}

/** The name of a choice becomes its code; what is no choice stays, and is told. */
function codeOf({ kind, options = [] }: FormField, cell: string): FormRow[string] {
  if (kind === 'agreement') return /^(是|同意|√|y|yes|true|1)$/i.test(cell)
  if (kind !== 'choice') return cell
  const plain = plainWord(cell)
  const found = options.find(
    ({ code, name }) => plain === plainWord(name) || plain === code || CELL_SYNONYMS[plain] === code,
  )
  return found?.code ?? cell
}
const plainWord = (text: string) => typedCode(text)
const CELL_SYNONYMS: Record<string, string> = {
  身份证: 'resident',
  大专: '专科',
  大学本科: '本科',
  高中: '高中或中专',
  中专: '高中或中专',
}

const WIDTHS: Record<string, number> = { idNumber: 24, mobile: 16, oldCertificate: 24, idType: 18 }

function explain({ kind, name, options, hint, max, unit = '' }: FormField, suggested: string[] = []): string {
  if (suggested.length > 0) return `可选用以下各项，也可另填：${suggested.join('、')}`
  if (kind === 'choice') return `从以下各项中选一项：${options!.map(one => one.name).join('、')}${HINTS[name] ?? ''}`
  if (kind === 'agreement') return `填“是”或“否”：${hint}`
  if (kind === 'number') return `数字${unit && `（${unit}）`}`
  return HINTS[name] ?? (max ? `不超过 ${max} 个字` : '')
}
const HINTS: Record<string, string> = {
  name: '与证件一致',
  idType: '；不填按居民身份证',
  idNumber: '18 位身份证号码须以文本填写（模板已设好），否则末几位会丢失',
  mobile: '11 位手机号，用于接收开班通知和准考证',
}
