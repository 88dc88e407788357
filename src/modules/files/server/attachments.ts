import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { storedFile } from '../contract.ts'
import { fileInfoOf, fileUrl, isHeldBy } from './files.ts'
import { file } from './tables.ts'

/** Marks files as referred to; throws where one of them is not the actor's own. Within the transaction that refers. */
export async function attachFiles(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const own = await ctx.db
    .update(file)
    .set({ attachedAt: sql`coalesce(${file.attachedAt}, ${ctx.now.toISOString()})` })
    .where(and(inArray(file.id, wanted), isHeldBy(ctx), isNull(file.deletedAt)))
    .returning({ id: file.id })
  if (own.length < wanted.length) throw invalid('所选的文件不存在或不是您上传的，请重新上传')
}

/** Lets everyone see the pictures and films of what is published now. Other documents stay as they are. */
export async function publishFiles({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<void> {
  const isShown = sql`${file.type} ~ '^(image|video)/'`
  if (ids.length > 0)
    await db
      .update(file)
      .set({ isPublic: true })
      .where(and(inArray(file.id, [...ids]), isShown))
}

type StoredFile = z.output<typeof storedFile>

export async function fileInfos({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, StoredFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(file)
    .where(and(inArray(file.id, [...ids]), isNull(file.deletedAt)))
  return new Map(rows.map(row => [row.id, storedFileOf(row)]))
}

type Row = Pick<typeof file.$inferSelect, 'id' | 'name' | 'size' | 'type' | 'width' | 'height'>

/** Shown in place, where a browser can: a form has its own button for the download. */
export const storedFileOf = ({ type, width, height, ...row }: Row): StoredFile => {
  const { id, name, size, ext } = fileInfoOf(row)
  return { id, name, size, ext, url: fileUrl(id), type, width, height }
}
