import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { isPublished } from './articles.ts'
import { article, catalogue } from './tables.ts'

/** Articles that visitors find in a list. */
export async function countArticles(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const lists = ctx.db
    .select({ id: catalogue.id })
    .from(catalogue)
    .where(and(eq(catalogue.hidden, false), eq(catalogue.type, '列表')))
  return ctx.db.$count(article, and(isPublished(ctx), inArray(article.catalogueId, lists)))
}
