import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import { type Ctx, signed } from '#lib/server/context.ts'
import { countUpTo } from '#lib/server/db.ts'
import type { messagesContract } from '../contract.ts'
import { messageKinds } from '../kinds.ts'
import { message } from './tables.ts'

type Endpoints = typeof messagesContract
type List = Endpoints['GET /member/message/list']

export async function listMessages(ctx: Ctx, asked: Parsed<List>): Promise<Output<List>> {
  const where = and(
    eq(message.accountId, signed(ctx).accountId),
    asked.type && eq(message.kind, asked.type),
    asked.read && (asked.read === '1' ? isNotNull(message.readAt) : isNull(message.readAt)),
  )
  const [rows, total] = await Promise.all([
    ctx.db.select().from(message).where(where).orderBy(desc(message.id)).limit(asked.pageSize).offset(offset(asked)),
    countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${message} where ${where}`),
  ])
  return toPage(rows.map(toRow), total, asked)
}

const toRow = (row: typeof message.$inferSelect) => ({
  id: row.id,
  type: row.kind,
  typeName: messageKinds[row.kind],
  title: row.title,
  content: row.content,
  route: row.route,
  bizType: row.objectType,
  bizId: row.objectId,
  isRead: row.readAt !== null,
  createTime: iso(row.createdAt),
})

/** How many messages somebody has not read yet. */
export const countUnread = ({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<number> =>
  db.$count(message, and(eq(message.accountId, accountId), isNull(message.readAt)))

export const showUnread = async (ctx: Ctx): Promise<Output<Endpoints['GET /member/message/unread']>> => ({
  unread: await countUnread(ctx, signed(ctx).accountId),
})

/** Those of others are none of the caller's: they are passed over, as if they did not exist. */
export async function markRead(
  ctx: Ctx,
  { ids }: Parsed<Endpoints['POST /member/message/read']>,
): Promise<Output<Endpoints['POST /member/message/read']>> {
  const { accountId } = signed(ctx)
  const mine = and(eq(message.accountId, accountId), isNull(message.readAt), ids && inArray(message.id, ids))
  await ctx.db.update(message).set({ readAt: ctx.now }).where(mine)
  return { unread: await countUnread(ctx, accountId) }
}
