import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Download, Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { forbidden, notFound } from '#lib/error.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { countUpTo } from '#lib/server/database/db.ts'
import { file } from '#modules/files/server/tables.ts'
import type { messagesContract } from '../contract.ts'
import { messageKinds } from '../messageKinds.ts'
import { findGone } from './subjects.ts'
import { message } from './tables.ts'

type Endpoints = typeof messagesContract
type List = Endpoints['GET /member/message/list']

export async function listMessages(ctx: Ctx, asked: Parsed<List>): Promise<Output<List>> {
  const where = and(
    eq(message.accountId, reader(ctx)),
    asked.words
      ? or(sql`strpos(${message.title}, ${asked.words}) > 0`, sql`strpos(${message.content}, ${asked.words}) > 0`)
      : undefined,
    asked.type && eq(message.kind, asked.type),
    asked.read && (asked.read === '1' ? isNotNull(message.readAt) : isNull(message.readAt)),
  )
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ of: message, file: { name: file.name, size: file.size } })
      .from(message)
      .leftJoin(file, eq(file.id, message.fileId))
      .where(where)
      .orderBy(desc(message.createdAt), desc(message.id))
      .limit(asked.pageSize)
      .offset(offset(asked)),
    countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${message} where ${where}`),
  ])
  const isGone = await findGone(
    ctx,
    rows.map(({ of }) => of),
  )
  const list = rows.map(row => ({ ...toRow(row), isGone: isGone(row.of) }))
  return toPage(list, total, asked)
}

/** Staff whose second factor is still to be set up see nothing of others yet, and messages speak of them. */
function reader(ctx: Ctx): number {
  const { accountId, kind, permissions } = signed(ctx)
  if (kind === 'staff' && permissions.length === 0) throw forbidden('请先启用两步验证，再查看消息')
  return accountId
}

type Row = { of: typeof message.$inferSelect; file: { name: string; size: number } | null }

const toRow = ({ of: row, file }: Row) => ({
  id: row.id,
  type: row.kind,
  typeName: messageKinds[row.kind],
  title: row.title,
  content: row.content,
  route: row.route,
  bizType: row.objectType,
  bizId: row.objectId,
  file,
  isRead: row.readAt !== null,
  createTime: iso(row.createdAt),
})

/** How many messages somebody has not read yet. */
export const countUnread = ({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<number> =>
  db.$count(message, and(eq(message.accountId, accountId), isNull(message.readAt)))

export const showUnread = async (ctx: Ctx): Promise<Output<Endpoints['GET /member/message/unread']>> => ({
  unread: await countUnread(ctx, signed(ctx).accountId),
})

/** Read, or unread again. Those of others are none of the caller's: they are passed over, as if they did not exist. */
export async function markRead(
  ctx: Ctx,
  { ids, isRead }: Parsed<Endpoints['POST /member/message/read']>,
): Promise<Output<Endpoints['POST /member/message/read']>> {
  const { accountId } = signed(ctx)
  const mine = and(
    eq(message.accountId, accountId),
    isRead ? isNull(message.readAt) : isNotNull(message.readAt),
    ids && inArray(message.id, ids),
  )
  await ctx.db
    .update(message)
    .set({ readAt: isRead ? ctx.now : null })
    .where(mine)
  return { unread: await countUnread(ctx, accountId) }
}

/** To whom the message was written, and to nobody else. */
export async function openMessageFile(
  ctx: Ctx,
  { id }: Parsed<Endpoints['GET /member/message/file']>,
): Promise<Download> {
  const [found] = await ctx.db
    .select({ file })
    .from(message)
    .innerJoin(file, eq(file.id, message.fileId))
    .where(and(eq(message.id, id), eq(message.accountId, reader(ctx)), isNull(file.deletedAt)))
  if (!found) throw notFound('这条消息没有附带文件')
  const { name, type, size, sha256, key } = found.file
  return {
    name,
    type,
    size,
    inline: false,
    isPrivate: true,
    etag: `"${sha256.slice(0, 22)}"`,
    body: range => ctx.store.open(key, range),
  }
}

export const inboxHandlers = {
  'GET /member/message/list': listMessages,
  'GET /staff/message/list': listMessages,
  'GET /member/message/unread': showUnread,
  'GET /staff/message/unread': showUnread,
  'POST /member/message/read': markRead,
  'POST /staff/message/read': markRead,
  'GET /member/message/file': openMessageFile,
  'GET /staff/message/file': openMessageFile,
} satisfies Partial<Handlers<Endpoints>>
