import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { byOrder, type Ordered } from '#lib/byOrder.ts'
import type { Ctx } from '#lib/server/api/context.ts'

/** A type of record to which the association adds fields; the module that owns the record defines it. */
export type OwnRecord = Ordered & {
  type: string
  name: string
  /** What is counted of it: 家. */
  unit: string
  /** Its table, which keeps the answers in `own`. */
  table: PgTable & { own: AnyPgColumn }
  /** Labels of the program's own fields of it, and of the columns of its imports: an own field must differ from them. */
  labels: (ctx: Ctx) => Promise<readonly string[]> | readonly string[]
  /** Whether the organisation or person that it is about fills in fields itself. */
  isFilledByHolder: boolean
  /** Whether fields can be shown on a page of the public site. */
  isShown: boolean
  /** The list of the records that have an answer. */
  route: (condition: string) => string
}

const types = new Map<string, OwnRecord>()

export function defineOwnRecord(record: OwnRecord): void {
  if (types.has(record.type)) throw new Error(`own fields of ${record.type} are defined twice`)
  types.set(record.type, record)
}

export const ownRecords = () => [...types.values()].sort(byOrder)
export const ownRecordOf = (type: string): OwnRecord | undefined => types.get(type)
