import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, forbidden, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { lacksSecondPerson } from '#lib/server/api/secondPerson.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { staffAuditContract } from '../staffContract.ts'
import { fieldName, valueName } from './auditWords.ts'
import { changesOf } from './history.ts'
import { lineOf } from './list.ts'
import { nameOfPerson, withNames } from './names.ts'
import { restorableOf } from './restoring.ts'
import { auditEvent } from './tables.ts'

type Event = typeof auditEvent.$inferSelect

type Endpoints = typeof staffAuditContract

export const restoreHandlers = {
  'GET /staff/audit/detail': async (ctx, { id }) => {
    const [event] = await withNames(ctx, [await readEvent(ctx, id)])
    const since = await changedSince(ctx, event!)
    return {
      ...lineOf(event!),
      changes: changesOf(event!),
      detail: Object.entries(event!.detail).map(([field, value]) => ({
        name: fieldName(field),
        value: valueName(value),
      })),
      sealNo: event!.sealNo,
      hash: event!.hash,
      restorable: mayRestore(ctx, event!),
      changedSince: since ? { by: since.actorName, at: iso(since.at) } : null,
    }
  },
  'POST /staff/audit/restore': restoreFormer,
} satisfies Partial<Handlers<Endpoints>>

/** Puts the record of a change back to what it was; the record's own module knows how, and records that. */
export async function restoreFormer(
  ctx: Ctx,
  { id, overwrite }: Parsed<Endpoints['POST /staff/audit/restore']>,
): Promise<Output<Endpoints['POST /staff/audit/restore']>> {
  await inTransaction(ctx, async tx => {
    const event = await readEvent(tx, id)
    const may = mayRestore(tx, event)
    if (may === 'no') throw invalid('这一类操作不能由日志恢复，请到对应的页面修改')
    if (may === 'noPermission') throw forbidden('恢复这一类记录需要维护它的权限，请联系管理员')
    const since = overwrite ? undefined : await changedSince(tx, event)
    if (since)
      throw conflict(`此后 ${since.actorName} 于 ${minute(iso(since.at))} 又修改过同样的内容，请核对后再决定是否恢复`)
    const { objectId, objectName, before } = event
    const restorable = restorableOf(event.objectType)!
    const former = { objectId, objectName, before: before! }
    const rule = restorable.secondPerson?.(former)
    if (rule && (await lacksSecondPerson(tx, rule)))
      throw forbidden('这项内容的修改须双人复核：请到它的页面修改，由另一位同事复核')
    await restorable.restore(tx, former)
  })
  return {}
}

async function readEvent({ db }: Ctx, id: number): Promise<Event> {
  const [event] = await db.select().from(auditEvent).where(eq(auditEvent.id, id))
  if (!event) throw notFound('没有这条日志，可能已超过保存期限')
  return event
}

function mayRestore(ctx: Ctx, { objectType, before }: Event): 'yes' | 'noPermission' | 'no' {
  const restorable = restorableOf(objectType)
  if (!restorable || !before) return 'no'
  return signedInActor(ctx).permissions.includes(restorable.permission) ? 'yes' : 'noPermission'
}

/** The next change of the same fields of the same record. */
async function changedSince(ctx: Ctx, { id, objectType, objectId, objectName, after }: Event) {
  if (!after) return undefined
  const same =
    objectId === null
      ? and(sql`${auditEvent.objectId} is null`, eq(auditEvent.objectName, objectName))
      : eq(auditEvent.objectId, objectId)
  const [next] = await ctx.db
    .select()
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.objectType, objectType),
        same,
        gt(auditEvent.id, id),
        isNotNull(auditEvent.after),
        sql`${auditEvent.after} ?| ${sql.param(Object.keys(after))}::text[]`,
      ),
    )
    .orderBy(asc(auditEvent.id))
    .limit(1)
  return next && { actorName: await nameOfPerson(ctx, next), at: next.at }
}
