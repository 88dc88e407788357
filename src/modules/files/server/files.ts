import { createHash, randomUUID } from 'node:crypto'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { conflict, notFound, notSignedIn } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import type { filesContract } from '../contract.ts'
import { file, fileSize } from './tables.ts'

type NewFile = Pick<typeof file.$inferInsert, 'name' | 'type' | 'isConfined'> & {
  bytes: Buffer
  isPublic: boolean
  width?: number
  height?: number
}

export const newKey = (now: Date) => `${now.getUTCFullYear()}/${randomUUID()}`

/** Stores a file of our own making, to which its maker refers. */
export async function keepFile(
  { db, store, now }: Pick<Ctx, 'db' | 'store' | 'now'>,
  { bytes, ...about }: NewFile,
): Promise<number> {
  const key = newKey(now)
  await store.put(key, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [row] = await db
    .insert(file)
    .values({ ...about, key, sha256, size: bytes.length, createdAt: now, attachedAt: now })
    .returning({ id: file.id })
  return row!.id
}

/** Owner of an upload: the account, or the holder of the ticket sent with the call. */
export function holderOf({ actor, headers }: Pick<Ctx, 'actor' | 'headers'>) {
  if (actor.kind !== 'anonymous') return { ownerId: actor.accountId }
  if (headers.ticket) return { ticketHash: hashToken(headers.ticket) }
  throw notSignedIn()
}

export function isHeldBy(ctx: Pick<Ctx, 'actor' | 'headers'>): SQL {
  const { ownerId, ticketHash } = { ownerId: undefined, ticketHash: undefined, ...holderOf(ctx) }
  return ownerId === undefined ? eq(file.ticketHash, ticketHash!) : eq(file.ownerId, ownerId)
}

export const fileHandlers = {
  /** The owner takes back a file that nothing refers to. */
  'POST /file/remove': async (ctx, { id }) => {
    const [own] = await ctx.db
      .select({ attachedAt: file.attachedAt })
      .from(file)
      .where(and(eq(file.id, id), isHeldBy(ctx), isNull(file.deletedAt)))
    if (!own) throw notFound('文件不存在或已删除')
    if (own.attachedAt || !(await discard(ctx, id))) throw conflict('文件已在申请或资料中使用，不能删除')
    return {}
  },
} satisfies Partial<Handlers<typeof filesContract>>

/** Deletes a file unless something refers to it: the row first, so that no row is ever without its bytes. */
export async function discard({ db, store }: Pick<Ctx, 'db' | 'store'>, id: number): Promise<boolean> {
  const keys = await db.transaction(async tx => {
    const [held] = await tx
      .select({ key: file.key })
      .from(file)
      .where(and(eq(file.id, id), isNull(file.attachedAt)))
      .for('update')
    if (!held) return []
    const copies = await tx.delete(fileSize).where(eq(fileSize.fileId, id)).returning({ key: fileSize.key })
    await tx.delete(file).where(eq(file.id, id))
    return [held, ...copies]
  })
  for (const { key } of keys) await store.remove(key)
  return keys.length > 0
}

export function fileUrl(id: number): string
export function fileUrl(id: number | null): string | null
export function fileUrl(id: number | null) {
  return id === null ? null : `/api/file/${id}`
}

export const fileInfoOf = ({ id, name, size }: { id: number; name: string; size: number }) => ({
  id,
  name,
  size,
  url: `/api/file/${id}?download=1`,
  ext: name.split('.').pop()!.toLowerCase(),
})
