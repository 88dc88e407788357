import { and, eq, sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { boundedLru } from '#lib/server/limits/boundedLru.ts'
import type { readingContract } from '../readingContract.ts'
import { isPublished } from './articles.ts'
import { article, articleViews } from './tables.ts'

/** Recent readers, in this process only: a reader counts once in ten minutes. */
const recentReaders = boundedLru<true>(50_000, 600_000)

export const viewsHandlers = {
  'POST /catalog/a/view': async (ctx, { id }) => {
    const [found] = await ctx.db
      .select({ id: article.id })
      .from(article)
      .where(and(eq(article.id, id), isPublished(ctx)))
    if (!found) throw notFound('文章不存在或已下线')
    const reader = `${ctx.address} ${id}`
    const again = recentReaders.has(reader)
    recentReaders.set(reader, true)
    const [row] = await ctx.db
      .insert(articleViews)
      .values({ articleId: id, views: 1 })
      .onConflictDoUpdate({
        target: articleViews.articleId,
        set: { views: sql`${articleViews.views} + ${again ? 0 : 1}` },
      })
      .returning({ views: articleViews.views })
    return { viewCount: row!.views }
  },
} satisfies Partial<Handlers<typeof readingContract>>
