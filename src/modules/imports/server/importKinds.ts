import { byOrder, type Ordered } from '#lib/byOrder.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'

/** A column is a field of a form that happens to be filled in with a spreadsheet. */
export type ImportColumn = FormField & {
  example: string
  aliases?: readonly string[]
}

/** A row that can be read. */
export type ImportedRow = { row: number; values: FormValues }

/** Values that the kind adds to a row, and why. */
type Filled = { fill?: FormValues; notes?: string[] }

/** Result of checking a row: a new record, a change, no change, or a refusal that names its column. */
export type Verdict =
  | ({ do: 'add' } & Filled)
  | ({ do: 'change'; id: number; before: Record<string, unknown> } & Filled)
  | { do: 'same' }
  | { do: 'refuse'; column: string; why: string }

export type Decided = ImportedRow & { verdict: Extract<Verdict, { do: 'add' | 'change' }> }

/** `lock`: the rows will be written in this transaction. `memory`: of this run, for what adds up from call to call. */
export type LookupOptions = { lock: boolean; memory: Map<string, string | number> }

/** A row written by a batch; `before` is null where it created the record. */
export type WrittenRow = {
  row: number
  objectId: number
  before: Record<string, unknown> | null
  /** A second record of the row, such as the company of a member; `before` is null where the batch created it. */
  also?: SecondRecord | null
}
export type SecondRecord = { id: number; before: Record<string, unknown> | null }

/** Why a row cannot be taken back. */
export type Obstacle = { row: number; why: string }

/**
 * A kind of data that can be imported. Its module defines it; `imports` knows only this type. All functions are called
 * with some hundreds of rows at a time.
 */
export type ImportKind = Ordered & {
  kind: string
  name: string
  /** Required in addition to the permission to import. */
  permission: `staff:${string}`
  /** Text for the user on what happens to rows that are already registered. */
  policy: string
  /** May come as a ZIP file of texts and their index, too. */
  takesZip?: boolean
  /** Data of a row that is not imported, and its amount. */
  left?: { name: string; count: (values: FormValues) => number }
  columns: (ctx: Ctx) => Promise<readonly ImportColumn[]>
  /** Key that tells whether two rows are the same record; `column` is where a duplicate is reported. */
  key: { column: string; of: (values: FormValues) => string }
  /**
   * Takes cells apart that say more than their column asks, such as a contact with a phone: the texts that replace those of
   * the sheet, by field, and what of it is not read.
   */
  prepare?: (texts: Record<string, string>) => { texts: Record<string, string>; notes: string[] }
  /** Business checks of a single row: faults by column. */
  faults?: (ctx: Ctx, values: FormValues) => Record<string, string>
  /** The same of what stands for itself, so that it is told beside other faults of the row; `wrong`: the fields that have one. */
  ownFaults?: (ctx: Ctx, values: FormValues, wrong: FieldErrors) => FieldErrors
  /** Looks rows up in the register, in their order. */
  look: (ctx: Ctx, rows: ImportedRow[], how: LookupOptions) => Promise<Verdict[]>
  /** Answers the records' ids in the order of the rows, or each with a second record that was written with it. */
  write: (ctx: Ctx, rows: Decided[]) => Promise<(number | { id: number; also: SecondRecord | null })[]>
  /**
   * Last step of an import, such as setting the next number of a series. `name`: text shown meanwhile; `beat` reports
   * for how many new records it is done and throws when the import was cancelled.
   */
  finish?: { name: string; run: (ctx: Ctx, batchId: number, beat: (done: number) => Promise<void>) => Promise<void> }
  /** Removes and restores; answers what stands in the way of which row, and then has changed nothing of that row. */
  undo: (ctx: Ctx, rows: WrittenRow[], writtenAt: Date) => Promise<Obstacle[]>
  /**
   * All registered records in the shape of the template. For rows about persons, `recordId` is the record from which
   * `personal.read` reads their personal values; null: the row is about no person.
   */
  records: (ctx: Ctx) => AsyncIterable<FormValues>
  /**
   * Present when the kind has `personal` columns: the plain export masks them, and the import resolves the masked
   * values again.
   */
  personal?: {
    /** The whole values of those columns, by the ids that `records` gives. */
    read: (ctx: Ctx, recordIds: number[]) => Promise<Map<number, FormValues>>
    /** Number of rows of `records` that are about a person. */
    count: (ctx: Ctx) => Promise<number>
  }
}

/** Enters the new ones of the rows together, changes the others one by one; answers the ids in the order of the rows. */
export async function enterOrChange(
  rows: Decided[],
  enter: (added: Decided[]) => Promise<number[]>,
  change: (id: number, values: FormValues) => Promise<void>,
): Promise<number[]> {
  const added = rows.filter(({ verdict }) => verdict.do === 'add')
  const entered = added.length > 0 ? await enter(added) : []
  const ids: number[] = []
  for (const { values, verdict } of rows) {
    if (verdict.do === 'change') await change(verdict.id, values)
    ids.push(verdict.do === 'change' ? verdict.id : entered.shift()!)
  }
  return ids
}

const kinds = new Map<string, ImportKind>()

export function defineImport(kind: ImportKind): void {
  if (kinds.has(kind.kind)) throw new Error(`two kinds of import are called ${kind.kind}`)
  kinds.set(kind.kind, kind)
}

export const findKind = (kind: string) => kinds.get(kind)
export const allKinds = () => [...kinds.values()].sort(byOrder)
