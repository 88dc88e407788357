import { and, asc, eq } from 'drizzle-orm'
import { iso } from '../../dates.ts'
import type { Ctx } from '../api/context.ts'
import { escalation } from './tables.ts'

/** Overdue piece of work: the record, since when it waits, and by how much the limit is exceeded. */
export type Overdue = {
  objectType: string
  objectId: number
  title: string
  /** The day on which it came to lie there. */
  since: string
  /** Working days beyond the limit. */
  daysOver: number
  route: string
}

type Work = {
  code: string
  /** Name as in the settings of a rule: 申请超过办理时限. */
  name: string
  /** Work overdue by at least `daysOver` days, the oldest first, in a limited number. */
  find: (ctx: Ctx, daysOver: number) => Promise<Overdue[]>
}

const all: Work[] = []

/** A kind of work that rules of the association can watch. The module whose work it is defines it. */
export function defineOverdueWork(...work: Work[]): void {
  all.push(...work)
}

export const overdueWork = (): readonly Work[] => all

/** Escalations of a record, the earliest first: who was notified, and when. */
export async function escalationsOf({ db }: Pick<Ctx, 'db'>, objectType: string, objectId: number) {
  const rows = await db
    .select()
    .from(escalation)
    .where(and(eq(escalation.objectType, objectType), eq(escalation.objectId, objectId)))
    .orderBy(asc(escalation.id))
    .limit(50)
  return rows.map(({ id, ruleName, daysOver, toldTo, at }) => ({ id, ruleName, daysOver, toldTo, at: iso(at) }))
}
