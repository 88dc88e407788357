import { sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, startOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { isPublished } from '../articles.ts'
import { listColumns } from '../catalogues.ts'
import { article, articleViews, catalogue } from '../tables.ts'

type Endpoints = typeof staffArticlesContract

type StatisticsQuery = Parsed<Endpoints['GET /staff/article/statistics']>
type MonthRow = Output<Endpoints['GET /staff/article/statistics']>[number]

/** Counts published articles by month and column, with all views until today. */
export async function countByMonth(ctx: Ctx, { from }: StatisticsQuery): Promise<MonthRow[]> {
  const since = startOf(`${from ?? aYearBefore(dayOf(ctx.now))}-01`)
  const { rows } = await ctx.db.execute<MonthRow>(sql`
    select to_char(${article.publishedAt} at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
      ${catalogue.id} as "catalogId", ${catalogue.name} as "catalogName",
      count(*) as articles, coalesce(sum(${articleViews.views}), 0) as views
    from ${article} join ${catalogue} on ${catalogue.id} = ${article.catalogueId}
      left join ${articleViews} on ${articleViews.articleId} = ${article.id}
    where ${isPublished(ctx)} and ${article.publishedAt} >= ${since}
    group by 1, 2, 3 order by 1 desc, 4 desc, 2`)
  return rows
}

/** First month of the last twelve, including the current one. */
function aYearBefore(today: string): string {
  const [year, month] = today.split('-').map(Number)
  return month === 12 ? `${year}-01` : `${year! - 1}-${String(month! + 1).padStart(2, '0')}`
}

export const columnsHandlers = {
  'GET /staff/article/columns': listColumns,
  'GET /staff/article/statistics': countByMonth,
  'GET /staff/article/statistics/export': async (ctx, asked) => {
    await record(ctx, { action: 'article.exportStatistics', objectType: 'article', detail: asked })
    return sendWorkbook(`栏目统计 ${dayOf(ctx.now)}`, {
      name: '栏目统计',
      rows: await countByMonth(ctx, asked),
      columns: [
        { title: '月份', value: row => row.month },
        { title: '栏目', width: 24, value: row => row.catalogName },
        { title: '发布文章', value: row => row.articles },
        { title: '累计阅读', value: row => row.views },
      ],
    })
  },
} satisfies Partial<Handlers<Endpoints>>
