import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { type CardLine, defineDeskCards } from '#lib/server/oversight/deskCards.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffContentContract as contract } from '../staffContract.ts'
import { isPublished } from './articles.ts'
import { staffContentHandlers as handlers } from './staffHandlers.ts'
import { article, articleFault, articleViews, outsideLink } from './tables.ts'

const articles = listOf('/staff/articles', { contract, handlers, key: 'GET /staff/article/list' })
const routeOf = (id: number) => `/staff/articles/${id}`

/** Days of publication over which the most read articles are compared. */
const MOST_READ_DAYS = 90

defineDeskCards(
  {
    code: 'deadLinks',
    name: '打不开的链接',
    may: ['staff:content'],
    order: 26,
    empty: '文章中没有发现打不开的链接；每晚检查一次。',
    figures: [
      { name: '站内链接打不开的文章', of: articles, filters: { fault: 'deadLink' } },
      { name: '外部链接打不开的文章', of: articles, filters: { fault: 'deadOutside' } },
      { name: '图片没有说明的文章', of: articles, filters: { fault: 'noAlt' } },
    ],
    lines: async ({ db }, limit) => {
      const within = db
        .select({ id: article.id, title: article.title, target: articleFault.target })
        .from(articleFault)
        .innerJoin(article, eq(article.id, articleFault.articleId))
        .where(eq(articleFault.kind, 'deadLink'))
      const outside = db
        .select({ id: article.id, title: article.title, target: outsideLink.url })
        .from(outsideLink)
        .innerJoin(article, eq(article.id, outsideLink.articleId))
        .where(eq(outsideLink.isAlive, false))
      const rows = await within.unionAll(outside).limit(limit)
      return rows.map(
        ({ id, title, target }): CardLine => ({ title, about: target, day: null, isOver: true, route: routeOf(id) }),
      )
    },
  },
  {
    code: 'mostRead',
    name: '近期阅读最多的文章',
    may: ['staff:content'],
    order: 27,
    empty: `近 ${MOST_READ_DAYS} 天没有发布文章。`,
    lines: async (ctx, limit) => {
      const since = startOf(addDays(dayOf(ctx.now), -MOST_READ_DAYS))
      const rows = await ctx.db
        .select({ id: article.id, title: article.title, at: article.publishedAt, views: articleViews.views })
        .from(article)
        .leftJoin(articleViews, eq(articleViews.articleId, article.id))
        .where(and(isPublished(ctx), gte(article.publishedAt, since)))
        .orderBy(desc(sql`coalesce(${articleViews.views}, 0)`), desc(article.id))
        .limit(limit)
      return rows.map(
        ({ id, title, at, views }): CardLine => ({
          title,
          about: `阅读 ${views ?? 0} 次`,
          day: at && dayOf(at),
          isOver: false,
          route: routeOf(id),
        }),
      )
    },
  },
)
