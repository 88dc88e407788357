import { and, eq, exists, inArray, isNull, or } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { fileIdsIn } from '#lib/server/outbound/sanitizeHtml.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { file } from '#modules/files/server/tables.ts'
import type { ArticleValues } from '../../articleValues.ts'
import { articleAsset } from '../tables.ts'

// Lets staff with `staff:content` read the files of every draft, regardless of the uploader.
defineFileReader(async ({ db, actor }, fileId) => {
  if (actor.kind !== 'staff' || !actor.permissions.includes('staff:content')) return false
  const [shown] = await db.select().from(articleAsset).where(eq(articleAsset.fileId, fileId)).limit(1)
  return shown !== undefined
})

/** The pictures and films that a text shows. */
export const mediaIn = ({ coverId, content }: ArticleValues) => [
  ...(coverId === null ? [] : [coverId]),
  ...fileIdsIn(content),
]

/** Files new to the article become its own; they must be the writer's, or be seen in an article already. */
export async function keepAssets(ctx: Ctx, articleId: number, values: ArticleValues): Promise<void> {
  const shown = [...new Set([...mediaIn(values), ...values.files.map(({ id }) => id)])]
  if (shown.length === 0) return
  const known = await ctx.db
    .select({ id: articleAsset.fileId })
    .from(articleAsset)
    .where(and(eq(articleAsset.articleId, articleId), inArray(articleAsset.fileId, shown)))
  const fresh = shown.filter(id => !known.some(one => one.id === id))
  if (fresh.length === 0) return
  const elsewhere = ctx.db.select().from(articleAsset).where(eq(articleAsset.fileId, file.id))
  const seen = await ctx.db
    .select({ id: file.id })
    .from(file)
    .where(and(inArray(file.id, fresh), isNull(file.deletedAt), or(file.isPublic, exists(elsewhere))))
  await attachFiles(
    ctx,
    fresh.filter(id => !seen.some(one => one.id === id)),
  )
  await ctx.db.insert(articleAsset).values(fresh.map(fileId => ({ articleId, fileId })))
}
