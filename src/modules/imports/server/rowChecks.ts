import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { undrawableReason } from '#lib/server/documents/signs.ts'
import { cellText } from '#lib/server/sheets/tableReader.ts'
import { type Cell, cellFor, readCell } from './cells.ts'
import { findLayout, type Layout, type LayoutChoice, type RememberedHeadings, refuseIncomplete } from './headings.ts'
import type { ImportColumn, ImportKind, LookupOptions, Verdict } from './importKinds.ts'
import { isMasked, RECORD_ID, readUnmasked, type UnmaskCell } from './maskedCells.ts'
import type { Corrections } from './mending/mended.ts'
import { openSurveyed, type SheetRow, type SheetSurvey, type SheetTask } from './reading.ts'

/** `name`: of the field, empty where it is the row. `unknown`: words that are none of the choices. `said`: what the cell says. */
export type Fault = {
  row: number
  column: number
  heading: string
  name: string
  message: string
  unknown?: string
  said: string
}
/** A row with what is wrong with it, or what would become of it. `who`: what it is about, as the sheet has it. */
export type CheckedRow = {
  row: number
  who: string
  /** Text of the cells by column name. */
  said: Record<string, string>
  values: FormValues
  faults: Fault[]
  /** What was read otherwise than it stands there, or not at all. */
  notes: string[]
  verdict?: Verdict
}
/** Numbers of the rows that are no data, and how many were hidden or had values of merged cells. */
export type Tally = {
  totals: number[]
  /** Formulas that came to nothing. */
  zeros: number[]
  /** Nothing in any column that is read. */
  blank: number[]
  /** Remarks below the table. */
  remarks: number[]
  hidden: number
  filled: number
}
export type Portion = { rows: CheckedRow[]; layout: Layout; tally: Tally; sheets: SheetSurvey[] }
/** Corrections and choices of staff for a file. */
export type CheckOptions = Pick<LookupOptions, 'lock'> & {
  mended?: Corrections
  choice?: LayoutChoice | undefined
  remembered?: RememberedHeadings
  /** Called with the layout before it is judged: columns needed may be missing. */
  onLayout?: (layout: Layout, sheets: SheetSurvey[]) => void
}

export type RowRules = Pick<ImportKind, 'columns' | 'key' | 'prepare' | 'faults' | 'ownFaults' | 'look' | 'personal'>

/**
 * The rows of a file as they would be written now, some hundreds at a time. The check and the import itself ask the
 * same way: what changed in the register between the two is seen.
 */
export async function* checkRows(
  ctx: Ctx,
  kind: RowRules,
  work: SheetTask,
  { lock, mended = NO_CORRECTIONS, choice, remembered, onLayout }: CheckOptions,
): AsyncGenerator<Portion> {
  const columns = await kind.columns(ctx)
  const file = await openSurveyed(work)
  try {
    const { sheets } = file
    const layout = findLayout(sheets, kind.personal ? [...columns, RECORD_ID] : columns, { choice, remembered })
    onLayout?.(layout, sheets)
    refuseIncomplete(layout)
    const seen = new Map<string, number>()
    const how = { lock, memory: new Map() }
    const tally: Tally = { totals: [], zeros: [], blank: [], remarks: [], hidden: 0, filled: 0 }
    for await (const portion of file.rowsOf(layout.sheet)) {
      const below = portion.filter(row => row.row > layout.heading && isData(row, layout, tally))
      const whole = await readUnmasked(ctx, kind, layout, below)
      const rows = below.map(row => readRow(ctx, kind, { layout, columns, mended, whole }, row))
      for (const one of rows) refuseDuplicate(kind, { layout, columns }, seen, one)
      await lookUp(ctx, kind, { layout, columns }, rows, how)
      yield { rows, layout, tally, sheets }
    }
  } finally {
    file.end()
  }
}

const NO_CORRECTIONS: Corrections = { cell: () => undefined, meaning: () => undefined }

const TOTAL = /^(本页|本表|累计)?(合计|总计|小计|共计|总数)([:：（(\d].*)?$/
const REMARK = /^(备注|说明|注|制表|填表|审核|经办|复核|负责人)\S{0,4}[:：]/

/** Whether a row is about a record; counts those that are not, so that nothing is left out in silence. */
function isData({ row, cells, isHidden, filled = [] }: SheetRow, layout: Layout, tally: Tally): boolean {
  if (isHidden && layout.skipHidden) {
    tally.hidden++
    return false
  }
  const own = cells.flatMap((cell, i) => (cellText(cell).trim() === '' || filled.includes(i + 1) ? [] : [cell]))
  const places = [...layout.places.values()]
  const read = places.filter(i => cellText(cells[i]).trim() !== '' && !filled.includes(i + 1))
  const isEmptyWhereNeeded = [...layout.places].some(
    ([{ required }, i]) => required && (cellText(cells[i]).trim() === '' || filled.includes(i + 1)),
  )
  const texts = own.map(cell => cellText(cell).replace(/\s/g, ''))
  if (isEmptyWhereNeeded && texts.some(text => TOTAL.test(text))) tally.totals.push(row)
  else if (own.length === 1 && REMARK.test(texts[0]!)) tally.remarks.push(row)
  else if (read.length === 0) tally.blank.push(row)
  else if (read.every(i => isZeroFormula(cells[i]))) tally.zeros.push(row)
  else {
    if (isHidden) tally.hidden++
    tally.filled += places.filter(i => filled.includes(i + 1)).length
    return true
  }
  return false
}

const isZeroFormula = (cell: SheetRow['cells'][number] | undefined) =>
  typeof cell === 'object' && cell.isFormula === true && /^0?$/.test(cell.text.trim())

/** Columns that name the subject of a row; the first of them in the sheet is shown. */
const SUBJECT_COLUMNS = ['name', 'holderName', 'organisationName', 'title', 'number']

type Reading = { layout: Layout; columns: readonly ImportColumn[]; mended: Corrections; whole: UnmaskCell }

function readRow(ctx: Ctx, kind: RowRules, reading: Reading, { row, cells }: SheetRow): CheckedRow {
  const { layout, columns, mended, whole } = reading
  const today = dayOf(ctx.now)
  const sent: Record<string, unknown> = {}
  const wrong: Record<string, string> = {}
  const unknown: Record<string, string | undefined> = {}
  const said: Record<string, string> = {}
  const given = new Map<string, Cell>()
  for (const column of columns)
    if (layout.places.has(column)) given.set(column.name, cellFor(column, cells[layout.places.get(column)!]))
  const { texts, notes } = kind.prepare?.(textsIn(given)) ?? { texts: {}, notes: [] }
  for (const [name, text] of Object.entries(texts)) given.set(name, text)
  // A column that the sheet lacks can still be filled in by a correction.
  for (const { name } of columns) {
    const corrected = mended.cell(row, name)
    if (corrected !== undefined) given.set(name, corrected)
  }
  const read = columns.filter(({ name }) => given.has(name))
  for (const column of read) {
    const { name } = column
    const raw = given.get(name)!
    said[name] = typeof raw === 'string' ? raw : cellText(cells[layout.places.get(column) ?? -1])
    const read = (text: string) =>
      isMasked(column, text) ? whole(row, column, text) : readCell(column, text, said => mended.meaning(name, said))
    const cell = typeof raw === 'string' ? read(raw) : raw
    if (typeof cell === 'string') sent[name] = column.kind === 'choices' && cell ? cell.split(',') : cell
    else {
      wrong[name] = cell.fault
      unknown[name] = 'unknown' in cell ? cell.unknown : undefined
    }
  }
  const { values, errors } = readForm(read, sent, { whole: true, today })
  Object.assign(wrong, { ...errors, ...wrong })
  Object.assign(wrong, { ...kind.ownFaults?.(ctx, values, wrong), ...wrong })
  if (Object.keys(wrong).length === 0) Object.assign(wrong, kind.faults?.(ctx, values))
  const who = SUBJECT_COLUMNS.map(name => said[name]).find(Boolean) ?? ''
  const faults = Object.entries(wrong).map(([name, message]) => ({
    ...faultOf(layout, columns, row, name, message),
    unknown: unknown[name],
    said: said[name] ?? '',
  }))
  return {
    row,
    who,
    said,
    values,
    faults,
    notes: faults.length > 0 ? [] : [...notes, ...undrawableNotes(read, values)],
  }
}

/** Tells of names with signs that no font has, before a certificate is made of them. */
function undrawableNotes(columns: readonly ImportColumn[], values: FormValues): string[] {
  const names = columns.filter(({ kind }) => kind === 'personName' || kind === 'organisationName')
  return names.flatMap(({ name, label }) => {
    const reason = undrawableReason(values[name])
    return reason ? [`${label}：${reason}，证书等文件印不出来，请核对`] : []
  })
}

const textsIn = (given: ReadonlyMap<string, Cell>): Record<string, string> =>
  Object.fromEntries([...given].flatMap(([name, cell]) => (typeof cell === 'string' ? [[name, cell]] : [])))

function faultOf(
  { places }: Layout,
  columns: readonly ImportColumn[],
  row: number,
  name: string,
  message: string,
): Fault {
  const column = columns.find(one => one.name === name)
  const place = column && places.get(column)
  return {
    row,
    column: place === undefined ? 0 : place + 1,
    heading: column?.label ?? '',
    name: column?.name ?? '',
    message,
    said: '',
  }
}

type Sheet = Pick<Reading, 'layout' | 'columns'>

/** Fault found in the register, together with the text of the cell. */
const registerFault = (
  layout: Layout,
  columns: readonly ImportColumn[],
  { row, said }: CheckedRow,
  name: string,
  why: string,
): Fault => ({
  ...faultOf(layout, columns, row, name, why),
  said: said[name] ?? '',
})

/** Refuses the second of two rows about the same record. */
function refuseDuplicate({ key }: RowRules, { layout, columns }: Sheet, seen: Map<string, number>, one: CheckedRow) {
  const known = key.of(one.values)
  if (!known) return
  const first = seen.get(known)
  if (first === undefined) seen.set(known, one.row)
  else one.faults.push(registerFault(layout, columns, one, key.column, `与第 ${first} 行重复`))
}

async function lookUp(ctx: Ctx, kind: RowRules, { layout, columns }: Sheet, rows: CheckedRow[], how: LookupOptions) {
  const good = rows.filter(({ faults }) => faults.length === 0)
  if (good.length === 0) return
  for (const [i, verdict] of (await kind.look(ctx, good, how)).entries()) {
    const one = good[i]!
    if (verdict.do === 'refuse') one.faults.push(registerFault(layout, columns, one, verdict.column, verdict.why))
    else {
      one.verdict = verdict
      if ('fill' in verdict) Object.assign(one.values, verdict.fill)
      if ('notes' in verdict) one.notes.push(...(verdict.notes ?? []))
    }
  }
}
