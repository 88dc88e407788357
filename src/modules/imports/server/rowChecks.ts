import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readCell } from './cells.ts'
import { findHeadings, type Layout } from './headings.ts'
import type { ImportColumn, ImportKind, LookupOptions, Verdict } from './importKinds.ts'
import { isMasked, RECORD_ID, readUnmasked, type UnmaskCell } from './maskedCells.ts'
import type { Corrections } from './mending/mended.ts'
import { readRows, type SheetRow, type SheetTask } from './reading.ts'

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
  verdict?: Verdict
}
export type Portion = { rows: CheckedRow[]; layout: Layout }

export type RowRules = Pick<ImportKind, 'columns' | 'key' | 'faults' | 'ownFaults' | 'look' | 'personal'>

/**
 * The rows of a file as they would be written now, some hundreds at a time. The check and the import itself ask the
 * same way: what changed in the register between the two is seen.
 */
export async function* checkRows(
  ctx: Ctx,
  kind: RowRules,
  work: SheetTask,
  { lock, mended = NO_CORRECTIONS }: Pick<LookupOptions, 'lock'> & { mended?: Corrections },
): AsyncGenerator<Portion> {
  const columns = await kind.columns(ctx)
  const seen = new Map<string, number>()
  const how = { lock, memory: new Map() }
  let layout: Layout | undefined
  for await (const portion of readRows(work)) {
    layout ??= findHeadings(portion, kind.personal ? [...columns, RECORD_ID] : columns)
    const { sheet, heading } = layout
    const below = portion.filter(row => row.sheet === sheet && row.row > heading)
    const whole = await readUnmasked(ctx, kind, layout, below)
    const rows = below.map(row => readRow(ctx, kind, { layout: layout!, columns, mended, whole }, row))
    for (const one of rows) refuseDuplicate(kind, { layout, columns }, seen, one)
    await lookUp(ctx, kind, { layout, columns }, rows, how)
    yield { rows, layout }
  }
  if (!layout) throw invalid('文件里没有数据')
}

const NO_CORRECTIONS: Corrections = { cell: () => undefined, meaning: () => undefined }
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
  // A column that the sheet lacks can still be filled in by a correction.
  const read = columns.filter(column => layout.places.has(column) || mended.cell(row, column.name) !== undefined)
  for (const column of read) {
    const { name } = column
    const raw = mended.cell(row, name) ?? cells[layout.places.get(column) ?? -1] ?? ''
    said[name] = typeof raw === 'string' ? raw : ''
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
  return { row, who, said, values, faults }
}

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
    else one.verdict = verdict
  }
}
