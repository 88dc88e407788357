import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readCell } from './cells.ts'
import { findHeadings, type Layout } from './headings.ts'
import type { ImportKind, Looking, Verdict } from './importKinds.ts'
import { readRows, type SheetRow, type Work } from './reading.ts'

export type Fault = { row: number; column: number; heading: string; message: string }
/** A row with what is wrong with it, or what would become of it. */
export type Judged = { row: number; values: FormValues; faults: Fault[]; verdict?: Verdict }
export type Portion = { rows: Judged[]; layout: Layout }

/** What it takes to judge a row. */
export type Judging = Pick<ImportKind, 'columns' | 'key' | 'faults' | 'look'>

/**
 * The rows of a file as they would be written now, some hundreds at a time. The check and the import itself ask the
 * same way: what changed in the register between the two is seen.
 */
export async function* judge(
  ctx: Ctx,
  kind: Judging,
  work: Work,
  { lock }: Pick<Looking, 'lock'>,
): AsyncGenerator<Portion> {
  const columns = await kind.columns(ctx)
  const seen = new Map<string, number>()
  const how = { lock, memory: new Map() }
  let layout: Layout | undefined
  for await (const portion of readRows(work)) {
    layout ??= findHeadings(portion, columns)
    const { sheet, heading } = layout
    const rows = portion
      .filter(row => row.sheet === sheet && row.row > heading)
      .map(row => readRow(ctx, kind, layout!, row))
    for (const one of rows) refuseTwice(kind, layout, seen, one)
    await lookUp(ctx, kind, layout, rows, how)
    yield { rows, layout }
  }
  if (!layout) throw invalid('文件里没有数据')
}

function readRow(ctx: Ctx, kind: Judging, layout: Layout, { row, cells }: SheetRow): Judged {
  const today = dayOf(ctx.now)
  const sent: Record<string, unknown> = {}
  const wrong: Record<string, string> = {}
  for (const [column, place] of layout.places) {
    const raw = cells[place] ?? ''
    const cell = typeof raw === 'string' ? readCell(column, raw) : raw
    if (typeof cell === 'string') sent[column.name] = column.kind === 'choices' && cell ? cell.split(',') : cell
    else wrong[column.name] = cell.fault
  }
  const { values, errors } = readForm([...layout.places.keys()], sent, { whole: true, today })
  Object.assign(wrong, { ...errors, ...wrong })
  if (Object.keys(wrong).length === 0) Object.assign(wrong, kind.faults?.(ctx, values))
  return { row, values, faults: Object.entries(wrong).map(([name, message]) => faultOf(layout, row, name, message)) }
}

function faultOf({ places }: Layout, row: number, name: string, message: string): Fault {
  const column = [...places.keys()].find(one => one.name === name)
  return { row, column: column ? places.get(column)! + 1 : 0, heading: column?.label ?? '', message }
}

/** Of two rows about the same record, the second is refused. */
function refuseTwice({ key }: Judging, layout: Layout, seen: Map<string, number>, one: Judged) {
  const known = key.of(one.values)
  if (!known) return
  const first = seen.get(known)
  if (first === undefined) seen.set(known, one.row)
  else one.faults.push(faultOf(layout, one.row, key.column, `与第 ${first} 行重复`))
}

async function lookUp(ctx: Ctx, kind: Judging, layout: Layout, rows: Judged[], how: Looking) {
  const good = rows.filter(({ faults }) => faults.length === 0)
  if (good.length === 0) return
  for (const [i, verdict] of (await kind.look(ctx, good, how)).entries()) {
    const one = good[i]!
    if (verdict.do === 'refuse') one.faults.push(faultOf(layout, one.row, verdict.column, verdict.why))
    else one.verdict = verdict
  }
}
