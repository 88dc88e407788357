import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { forbidden } from '#lib/error.ts'
import { typedKeys } from '#lib/keys.ts'
import { type Clerk, type Ctx, type SignedInActor, signedInActor } from '#lib/server/api/context.ts'
import { dutyOf, memberKinds } from '../messageKinds.ts'
import { message, messageReading } from './tables.ts'

/** Condition on the messages an actor sees: their own; a clerk sees the company's messages within their duties. */
export function inboxCondition(ctx: Pick<Ctx, 'actor'>): SQL {
  const actor = signedInActor(ctx)
  if (actor.mustEnrol) throw forbidden('请先启用两步验证，再查看消息')
  const { accountId, clerk } = actor
  return and(eq(message.accountId, accountId), clerk && inArray(message.kind, kindsFor(clerk)))!
}

/** Message kinds that a clerk sees. A clerk with the duty `reading` sees all. */
function kindsFor({ duties, isOwner }: Clerk) {
  const all = typedKeys(memberKinds)
  if (isOwner || duties.includes('all') || duties.includes('reading')) return all
  return all.filter(kind => dutyOf[kind] === 'reading' || duties.includes(dutyOf[kind]))
}

/** Time when the caller read the message. Messages from before a clerk's appointment count as read. */
export function readTimeFor({ clerk }: SignedInActor): SQL<Date | null> {
  if (!clerk) return sql<Date | null>`${message.readAt}`.mapWith(message.readAt)
  const own = sql`select ${messageReading.readAt} from ${messageReading}
    where ${messageReading.messageId} = ${message.id} and ${messageReading.accountId} = ${clerk.accountId}`
  const before = sql`case when ${message.createdAt} < ${clerk.since} then ${message.createdAt} end`
  return sql<Date | null>`coalesce((${own}), ${before})`.mapWith(message.readAt)
}

export async function countUnread(ctx: Pick<Ctx, 'db' | 'actor'>): Promise<number> {
  const actor = signedInActor(ctx)
  if (actor.clerk) return ctx.db.$count(message, and(inboxCondition(ctx), isNull(readTimeFor(actor))))
  return ctx.db.$count(message, and(eq(message.accountId, actor.accountId), isNull(message.readAt)))
}

/** Marks these as read, or as unread again. */
export async function setRead(ctx: Ctx, which: SQL | undefined, isRead: boolean): Promise<void> {
  const { clerk } = signedInActor(ctx)
  if (clerk) return setReadBy(ctx, clerk, and(inboxCondition(ctx), which), isRead)
  await ctx.db
    .update(message)
    .set({ readAt: isRead ? ctx.now : null })
    .where(and(inboxCondition(ctx), which, isRead ? isNull(message.readAt) : undefined))
}

async function setReadBy({ db, now }: Ctx, { accountId }: Clerk, which: SQL | undefined, isRead: boolean) {
  const marked = db
    .select({
      messageId: message.id,
      accountId: sql<number>`${accountId}::int`.as('account_id'),
      readAt: sql<Date>`${now}::timestamptz`.as('read_at'),
    })
    .from(message)
    .where(which)
  if (isRead) await db.insert(messageReading).select(marked).onConflictDoNothing()
  else
    await db
      .delete(messageReading)
      .where(
        and(
          eq(messageReading.accountId, accountId),
          inArray(messageReading.messageId, db.select({ id: message.id }).from(message).where(which)),
        ),
      )
}
