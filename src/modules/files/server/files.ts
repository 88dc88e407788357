import { createHash, randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Download, Parsed } from '#lib/contract.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/context.ts'
import type { filesContract } from '../contract.ts'
import { file } from './tables.ts'

type NewFile = { name: string; type: string; bytes: Buffer; isPublic: boolean; width?: number; height?: number }

/** Stores bytes first and the row after: a row without bytes never exists, bytes without a row are swept. */
export async function keepFile(
  { db, store, now }: Pick<Ctx, 'db' | 'store' | 'now'>,
  { bytes, ...about }: NewFile,
): Promise<number> {
  const key = `${now.getUTCFullYear()}/${randomUUID()}`
  await store.put(key, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [row] = await db
    .insert(file)
    .values({ ...about, key, sha256, size: bytes.length, createdAt: now })
    .returning({ id: file.id })
  return row!.id
}

export async function readFile(
  { db, store }: Ctx,
  { id, download }: Parsed<(typeof filesContract)['GET /file/{id}']>,
): Promise<Download> {
  const [found] = await db
    .select()
    .from(file)
    .where(and(eq(file.id, id), eq(file.isPublic, true), isNull(file.deletedAt)))
  if (!found) throw notFound('文件不存在或不公开')
  return {
    name: found.name,
    type: found.type,
    size: found.size,
    etag: `"${found.sha256.slice(0, 22)}"`,
    inline: download !== '1' && INLINE.test(found.type),
    body: await store.open(found.key),
  }
}

/** What a browser may show in place; anything else is only ever downloaded. */
const INLINE = /^(image\/(png|jpeg|webp|gif|svg\+xml)|application\/pdf|video\/mp4)$/

export const fileUrl = (id: number | null) => (id === null ? null : `/api/file/${id}`)
export const fileInfoOf = ({ id, name, size }: { id: number; name: string; size: number }) => ({
  id,
  name,
  size,
  url: `/api/file/${id}?download=1`,
  ext: name.split('.').pop()!.toLowerCase(),
})
