import { and, sql } from 'drizzle-orm'
import { defineCharts, inYear, monthly, monthOf } from '#lib/server/oversight/charts.ts'
import { type Filters, routeTo } from '#lib/server/oversight/lists.ts'
import { isPublished } from './articles.ts'
import { article, articleViews, catalogue } from './tables.ts'

const routeOf = (filters: Filters) => routeTo('/staff/articles', { status: 'published', ...filters })

/** Charts of published articles and their views. Articles have no province. */
defineCharts({
  order: 60,
  read: async (ctx, scope) => {
    const where = and(isPublished(ctx), inYear(article.publishedAt, scope.year))
    const from = sql`${article} left join ${articleViews} on ${articleViews.articleId} = ${article.id}`
    const { rows } = await ctx.db.execute<{ month: number }>(sql`
    select ${monthOf(article.publishedAt)} as month, count(*) as articles, coalesce(sum(${articleViews.views}), 0) as views
    from ${from} where ${where} group by 1`)
    const columns = await ctx.db.execute<{ id: number; name: string; articles: number }>(sql`
    select ${catalogue.id} as id, ${catalogue.name} as name, count(*) as articles from ${article}
    join ${catalogue} on ${catalogue.id} = ${article.catalogueId} where ${where}
    group by ${catalogue.id} order by articles desc, name limit 20`)
    const note = `${scope.year} 年发布、现在公开的文章`
    return [
      {
        code: 'articleMonth',
        title: '每月发布',
        note,
        kind: 'lines',
        unit: '篇',
        series: ['文章'],
        rows: monthly(scope, rows, { field: 'articles', route: (from, to) => routeOf({ from, to }) }),
      },
      {
        code: 'articleViews',
        title: '每月发布文章的阅读量',
        note: `${note}，至今的累计阅读`,
        kind: 'lines',
        unit: '次',
        series: ['阅读'],
        rows: monthly(scope, rows, { field: 'views', route: (from, to) => routeOf({ from, to }) }),
      },
      {
        code: 'articleColumn',
        title: '发布最多的栏目',
        note: `${note}，前 20 个`,
        kind: 'bars',
        unit: '篇',
        series: ['文章'],
        rows: columns.rows.map(({ id, name, articles }) => ({
          name,
          values: [articles],
          routes: [routeOf({ catalogId: String(id), from: `${scope.year}-01-01`, to: `${scope.year}-12-31` })],
        })),
      },
    ]
  },
})
