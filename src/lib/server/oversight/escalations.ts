import { and, asc, eq } from 'drizzle-orm'
import { iso } from '../../dates.ts'
import type { Ctx } from '../api/context.ts'
import { escalation } from './tables.ts'

/** Something that should have been done: what it is, since when it lies, and how far beyond what is allowed that is. */
export type Overdue = {
  objectType: string
  objectId: number
  title: string
  /** The day on which it came to lie there. */
  since: string
  /** In working days. */
  daysOver: number
  route: string
}

type Work = {
  code: string
  /** As a rule calls it: 申请超过办理时限. */
  name: string
  /** At most so many at once, the oldest first: what lies for these days too many, or longer. */
  find: (ctx: Ctx, daysOver: number) => Promise<Overdue[]>
}

const all: Work[] = []

/** A kind of work that rules of the association can watch. The module whose work it is defines it. */
export function defineOverdueWork(...work: Work[]): void {
  all.push(...work)
}

export const overdueWork = (): readonly Work[] => all

/** To whom a record was told, and when; the first first. */
export async function escalationsOf({ db }: Pick<Ctx, 'db'>, objectType: string, objectId: number) {
  const rows = await db
    .select()
    .from(escalation)
    .where(and(eq(escalation.objectType, objectType), eq(escalation.objectId, objectId)))
    .orderBy(asc(escalation.id))
    .limit(50)
  return rows.map(({ id, ruleName, daysOver, toldTo, at }) => ({ id, ruleName, daysOver, toldTo, at: iso(at) }))
}
