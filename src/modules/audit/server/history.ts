import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { forbidden, notFound } from '#lib/error.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { actAsDeputy } from '#lib/server/api/deputy.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import { countOf } from '#lib/server/database/counting.ts'
import type { staffAuditContract } from '../staffContract.ts'
import { actionName, fieldName, historyOf, valueName } from './auditWords.ts'
import { type NamedEvent, withNames } from './names.ts'
import { isChange } from './record.ts'
import { auditEvent } from './tables.ts'

export const historyHandlers = {
  /** What was done to a record, for whoever may open it. */
  'GET /staff/history/list': async (ctx, { objectType, objectId, ...paging }) => {
    await refuseUnlessOpen(ctx, objectType, objectId)
    const types = [objectType, historyOf(objectType)?.formerly].filter(type => type !== undefined)
    const where = and(inArray(auditEvent.objectType, types), eq(auditEvent.objectId, objectId), isChange)
    const rows = await limitToPage(paging, ctx.db.select().from(auditEvent).where(where).orderBy(desc(auditEvent.id)))
    const total = await countOf(ctx.db, sql`select 1 from ${auditEvent} where ${where}`)
    return toPage((await withNames(ctx, rows)).map(toEntry), total, paging)
  },
} satisfies Partial<Handlers<typeof staffAuditContract>>

/** Records without provinces of their own are closed to staff who have the permission in some provinces only. */
async function refuseUnlessOpen(ctx: Ctx, objectType: string, objectId: number): Promise<void> {
  const history = historyOf(objectType)
  if (!history) throw notFound('这类记录没有修改记录可看')
  const { permission, refuse } = history
  if (!(refuse ? mayUse(ctx, permission) : signedInActor(ctx).permissions.includes(permission)))
    throw forbidden('查看这条记录的修改记录，须有查看它的权限')
  await refuse?.(actAsDeputy(ctx, permission), objectId)
}

const toEntry = (event: NamedEvent) => ({
  id: event.id,
  at: iso(event.at),
  actorName: event.actor,
  actionName: actionName(event.action),
  changes: changesOf(event),
})

/** Values before and after, of all fields of which one is known. */
export function changesOf({ before, after, detail }: Pick<NamedEvent, 'before' | 'after' | 'detail'>) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = fields.map(field => ({
    name: fieldName(field),
    before: valueName(before?.[field]),
    after: valueName(after?.[field]),
  }))
  return [...changed, ...formChangesIn(detail)]
}

/** A member's own edits are kept as a list of changes. */
function formChangesIn({ changes }: Record<string, unknown>) {
  if (!Array.isArray(changes)) return []
  return changes.flatMap(({ label, before, after }: Record<string, unknown>) =>
    typeof label === 'string' ? [{ name: label, before: valueName(before), after: valueName(after) }] : [],
  )
}
