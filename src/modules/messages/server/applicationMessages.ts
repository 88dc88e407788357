import { and, desc, eq, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import type { MessageKind } from '../messageKinds.ts'
import { message } from './tables.ts'

type MessageFilter = { kind: MessageKind; id: number | undefined; pageNum: number; pageSize: number }

/** Lists the caller's messages about one application, or about all of this kind, newest first. */
export async function listApplicationMessages(ctx: Ctx, { kind, id, ...asked }: MessageFilter) {
  const where = and(
    eq(message.accountId, signedInActor(ctx).accountId),
    id === undefined ? eq(message.kind, kind) : and(eq(message.objectType, 'application'), eq(message.objectId, id)),
  )
  const rows = await limitToPage(asked, ctx.db.select().from(message).where(where).orderBy(desc(message.id)))
  const total = await countOf(ctx.db, sql`select 1 from ${message} where ${where}`)
  const list = rows.map(({ id, title, content, route, readAt, createdAt }) => ({
    id,
    title,
    content,
    route,
    isRead: readAt !== null,
    createTime: iso(createdAt),
  }))
  return toPage(list, total, asked)
}
