import { and, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Output, Parsed } from '#lib/contract.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { contentContract } from '../contract.ts'
import { isPublished } from './articles.ts'
import { article, articleViews } from './tables.ts'

type Endpoint = (typeof contentContract)['POST /catalog/a/view']

/** Who has read what lately, in this process only: a reader counts once in ten minutes. */
const lately = new LRUCache<string, true>({ max: 50_000, ttl: 600_000 })

export async function countView(ctx: Ctx, { id }: Parsed<Endpoint>): Promise<Output<Endpoint>> {
  const [found] = await ctx.db
    .select({ id: article.id })
    .from(article)
    .where(and(eq(article.id, id), isPublished(ctx)))
  if (!found) throw notFound('文章不存在或已下线')
  const reader = `${ctx.address} ${id}`
  const again = lately.has(reader)
  lately.set(reader, true)
  const [row] = await ctx.db
    .insert(articleViews)
    .values({ articleId: id, views: 1 })
    .onConflictDoUpdate({
      target: articleViews.articleId,
      set: { views: sql`${articleViews.views} + ${again ? 0 : 1}` },
    })
    .returning({ views: articleViews.views })
  return { viewCount: row!.views }
}
