import { and, eq, isNull } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import type { filesContract } from '../contract.ts'
import { canReadByRecord } from './readers.ts'
import { file, fileSize } from './tables.ts'

export const readingHandlers = {
  /** The file, or a smaller copy of a picture where there is one of that width. */
  'GET /file/{id}': async (ctx, { id, download, w }) => {
    const [found] = await ctx.db
      .select({ file, copy: fileSize })
      .from(file)
      .leftJoin(fileSize, and(eq(fileSize.fileId, file.id), eq(fileSize.width, Number(w ?? 0))))
      .where(and(eq(file.id, id), isNull(file.deletedAt)))
    if (!found || !(mayRead(ctx, found.file) || (await canReadByRecord(ctx, id)))) throw notFound('文件不存在或不公开')
    const { name, sha256, isPublic } = found.file
    const { key, type, size } = found.copy ?? found.file
    const { direct } = ctx.store
    return {
      type,
      size,
      name: found.copy ? name.replace(/\.\w+$/, '.webp') : name,
      etag: `"${sha256.slice(0, 22)}${found.copy ? `-${w}` : ''}"`,
      inline: download !== '1' && INLINE.test(type),
      isPrivate: !isPublic,
      elsewhere: isPublic && direct ? served => direct.addressOf(key, served) : undefined,
      body: range => ctx.store.open(key, range),
    }
  },
} satisfies Partial<Handlers<typeof filesContract>>

/** Types that a browser may show inline; all others are only downloaded. */
const INLINE = /^(image\/(png|jpeg|webp|gif|svg\+xml)|application\/pdf|video\/mp4)$/

/**
 * Permissions that give access to all files of members. Staff of finance or awards read only the files of their
 * records.
 */
export const READ_ALL_PERMISSIONS = ['staff:review', 'staff:decide', 'staff:members']

type Guarded = Pick<typeof file.$inferSelect, 'isPublic' | 'isConfined' | 'ownerId' | 'ticketHash'>

function mayRead({ actor, headers }: Ctx, { isPublic, isConfined, ownerId, ticketHash }: Guarded): boolean {
  if (isPublic) return true
  if (headers.ticket && ticketHash && hashToken(headers.ticket) === ticketHash) return true
  if (actor.kind === 'anonymous') return false
  if (actor.accountId === ownerId) return true
  return !isConfined && actor.permissions.some(permission => READ_ALL_PERMISSIONS.includes(permission))
}
