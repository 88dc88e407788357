import { and, desc, eq, inArray } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { askingActions } from '../stages.ts'
import { nameOfState } from '../workflow.ts'
import type { Application } from './applicationKinds.ts'
import { applicationEvent } from './tables.ts'

/** The last word of the association that asked for something, or said no; null: it has said nothing of the kind. */
export async function latestDecision({ db }: Pick<Ctx, 'db'>, { id, dueOn }: Pick<Application, 'id' | 'dueOn'>) {
  const [last] = await db
    .select()
    .from(applicationEvent)
    .where(
      and(
        eq(applicationEvent.applicationId, id),
        inArray(applicationEvent.action, [...askingActions(), 'reject', 'reconsider']),
      ),
    )
    .orderBy(desc(applicationEvent.id))
    .limit(1)
  if (!last) return null
  return {
    status: last.to,
    statusName: nameOfState(last.to),
    auditTime: iso(last.at),
    auditor: '协会',
    reason: last.opinion,
    deadline: dueOn,
    items: last.remarks.map(({ field, slot, label, text }) => ({ field: field ?? slot ?? '', label, reason: text })),
  }
}
