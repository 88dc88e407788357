import { createHash } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { nameOfPerson } from './names.ts'
import { isChange } from './record.ts'
import { auditEvent } from './tables.ts'

/** Version of a set of values: a caller who sends it back with a change has seen exactly these. */
export const versionOf = (values: unknown) =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16)

type Changed<Value> = {
  objectType: string
  objectId?: number
  objectName?: string
  version: string
  read: (ctx: Ctx) => Promise<Value>
  /** Part of the value that the version covers, if not all. */
  seen?: (value: Value) => unknown
}

/** Runs one change of its kind at a time, and only on what its maker has seen: the second is told who was first. */
export async function changeWithVersion<Value, Result>(
  ctx: Ctx,
  { version, read, seen = value => value, ...what }: Changed<Value>,
  change: (ctx: Ctx, before: Value) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, async inside => {
    await lockObjectType(inside, what.objectType)
    const before = await read(inside)
    if (versionOf(seen(before)) !== version) throw conflict(await conflictMessage(inside, what))
    return change(inside, before)
  })
}

/** Locks the kind of record until the transaction ends. */
export const lockObjectType = ({ db }: Pick<Ctx, 'db'>, objectType: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`change ${objectType}`}, 0))`)

type ObjectReference = { objectType: string; objectId?: number; objectName?: string }

export async function conflictMessage(
  ctx: Ctx,
  { objectType, objectId, objectName }: ObjectReference,
): Promise<string> {
  const { db, now } = ctx
  const [last] = await db
    .select()
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.objectType, objectType),
        isChange,
        objectId === undefined ? undefined : eq(auditEvent.objectId, objectId),
        objectName === undefined ? undefined : eq(auditEvent.objectName, objectName),
      ),
    )
    .orderBy(desc(auditEvent.id))
    .limit(1)
  if (!last) return '内容刚刚有变化，请核对后再保存'
  const at = minute(iso(last.at))
  return `已由 ${await nameOfPerson(ctx, last)} 于 ${dayOf(last.at) === dayOf(now) ? at.slice(11) : at} 修改，请核对后再保存`
}
