import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Download, Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { privateFile } from '#modules/files/server/privateFile.ts'
import type { messagesContract } from '../contract.ts'
import { messageKinds } from '../messageKinds.ts'
import { filesIn } from './mailing/mailingFiles.ts'
import { countUnread, inboxCondition, readTimeFor, setRead } from './readState.ts'
import { findGone } from './subjects.ts'
import { message } from './tables.ts'

type Endpoints = typeof messagesContract
type List = Endpoints['GET /member/message/list']

export async function listMessages(ctx: Ctx, asked: Parsed<List>): Promise<Output<List>> {
  const readAt = readTimeFor(signedInActor(ctx))
  const where = and(
    inboxCondition(ctx),
    asked.words
      ? or(sql`strpos(${message.title}, ${asked.words}) > 0`, sql`strpos(${message.content}, ${asked.words}) > 0`)
      : undefined,
    asked.type && eq(message.kind, asked.type),
    asked.read && (asked.read === '1' ? isNotNull(readAt) : isNull(readAt)),
  )
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ of: message, readAt })
      .from(message)
      .where(where)
      .orderBy(desc(message.createdAt), desc(message.id))
      .limit(asked.pageSize)
      .offset(offset(asked)),
    countOf(ctx.db, sql`select 1 from ${message} where ${where}`),
  ])
  const isGone = await findGone(
    ctx,
    rows.map(({ of }) => of),
  )
  const files = await filesIn(ctx, [...new Set(rows.flatMap(({ of }) => of.fileIds))])
  const list = rows.map(row => ({ ...toRow(row, files), isGone: isGone(row.of) }))
  return toPage(list, total, asked)
}

type Row = { of: typeof message.$inferSelect; readAt: Date | null }
type File = { id: number; name: string; size: number }

const toRow = ({ of: row, readAt }: Row, files: readonly File[]) => ({
  id: row.id,
  type: row.kind,
  typeName: messageKinds[row.kind],
  title: row.title,
  content: row.content,
  route: row.route,
  bizType: row.objectType,
  bizId: row.objectId,
  files: files.flatMap(({ id, name, size }) => (row.fileIds.includes(id) ? [{ id, name, size }] : [])),
  isRead: readAt !== null,
  createTime: iso(row.createdAt),
})

export const showUnread = async (ctx: Ctx): Promise<Output<Endpoints['GET /member/message/unread']>> => ({
  unread: await countUnread(ctx),
})

/** Read, or unread again. Those of others are none of the caller's: they are passed over, as if they did not exist. */
export async function markRead(
  ctx: Ctx,
  { ids, isRead }: Parsed<Endpoints['POST /member/message/read']>,
): Promise<Output<Endpoints['POST /member/message/read']>> {
  await setRead(ctx, ids && inArray(message.id, ids), isRead)
  return { unread: await countUnread(ctx) }
}

/** Opens an attachment for the recipient of the message only. */
export async function openMessageFile(
  ctx: Ctx,
  { id, fileId }: Parsed<Endpoints['GET /member/message/file']>,
): Promise<Download> {
  const [of] = await ctx.db
    .select({ fileIds: message.fileIds })
    .from(message)
    .where(and(eq(message.id, id), inboxCondition(ctx)))
  const files = await filesIn(ctx, of?.fileIds ?? [])
  const found = fileId === undefined ? files[0] : files.find(file => file.id === fileId)
  if (!found) throw notFound('这条消息没有附带文件')
  return privateFile(ctx, found)
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
