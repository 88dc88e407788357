import { and, desc, eq, max, sql } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineDeskCards } from '#lib/server/oversight/deskCards.ts'
import { type Check, defineChecks, judge } from '#lib/server/oversight/siteChecks.ts'
import { maxDaysWithoutArticle } from '../updateTerms.ts'
import { isPublished } from './articles.ts'
import { article, catalogue } from './tables.ts'

const HOME_LIMIT_DAYS = 14
/** Number of stale or empty columns from which the whole check fails. */
const STALE_COLUMNS_LIMIT = 10
const EMPTY_COLUMNS_LIMIT = 5

/** `limit`: in days, how long it may go without anything new. */
type Column = { id: number; name: string; limit: number; last: string | null }

/**
 * Columns that hold articles themselves, each with the day of its newest; where the association
 * has not said how often one is to be updated, its parent's kind of articles does. A page need not be. */
async function readColumns(ctx: Ctx): Promise<Column[]> {
  const last = ctx.db
    .select({ at: article.publishedAt })
    .from(article)
    .where(and(eq(article.catalogueId, catalogue.id), isPublished(ctx)))
    .orderBy(desc(article.publishedAt))
    .limit(1)
    .as('last')
  const rows = await ctx.db
    .select({ column: catalogue, at: last.at })
    .from(catalogue)
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(catalogue.hidden, false), sql`${catalogue.type} <> '跳转'`))
  const byId = new Map(rows.map(({ column }) => [column.id, column]))
  const parents = new Set(rows.map(({ column }) => column.parentId))
  return rows
    .filter(({ column, at }) => (at || !parents.has(column.id)) && (!column.parentId || byId.has(column.parentId)))
    .map(({ column, at }) => ({
      id: column.id,
      name: column.name,
      last: at && dayOf(at),
      limit:
        column.type === '内容'
          ? Number.POSITIVE_INFINITY
          : maxDaysWithoutArticle(column.updateWithin, (byId.get(column.parentId ?? 0) ?? column).articleType),
    }))
}

const routeTo = ({ id }: Column) => `/staff/articles?catalogId=${id}`

/** Columns without a new article for longer than their limit, longest first. */
async function readStale(ctx: Ctx) {
  const today = dayOf(ctx.now)
  return (await readColumns(ctx))
    .flatMap(column => {
      const days = column.last ? daysBetween(column.last, today) : 0
      return days > column.limit ? [{ column, days }] : []
    })
    .sort((a, b) => b.days - a.days)
}

const staleColumns: Check = async ctx => {
  const stale = await readStale(ctx)
  return judge(
    {
      code: 'staleColumns',
      group: '信息更新',
      name: '栏目更新',
      each: 3,
      most: 20,
      why: '动态、要闻类栏目两周、通知与政策类栏目六个月、其他栏目一年内应有更新，栏目另设了更新期限的按其期限；十个以上栏目长期不更新的，网站整体不合格。',
      good: '各栏目都在期限内更新过',
    },
    {
      count: stale.length,
      found: `${stale.length} 个栏目超过期限没有更新`,
      isRejected: stale.length >= STALE_COLUMNS_LIMIT,
      items: stale.map(({ column, days }) => ({ text: `${column.name}：${days} 天没有更新`, route: routeTo(column) })),
    },
  )
}

const emptyColumns: Check = async ctx => {
  const empty = (await readColumns(ctx)).filter(({ last }) => last === null)
  return judge(
    {
      code: 'emptyColumns',
      group: '信息更新',
      name: '空白栏目',
      each: 5,
      most: 20,
      why: '没有内容的栏目应补充、合并或隐藏；五个以上空白栏目的，网站整体不合格。',
      good: '没有空白栏目',
    },
    {
      count: empty.length,
      found: `${empty.length} 个栏目没有任何内容`,
      isRejected: empty.length >= EMPTY_COLUMNS_LIMIT,
      items: empty.map(column => ({ text: column.name, route: routeTo(column) })),
    },
  )
}

const homeUpdates: Check = async ctx => {
  const [row] = await ctx.db
    .select({ at: max(article.publishedAt) })
    .from(article)
    .where(isPublished(ctx))
  const days = row?.at ? daysBetween(dayOf(row.at), dayOf(ctx.now)) : null
  const isLate = days === null || days > HOME_LIMIT_DAYS
  return judge(
    {
      code: 'homeUpdates',
      group: '信息更新',
      name: '首页更新',
      each: 10,
      most: 10,
      why: '首页两周内没有任何更新的，网站整体不合格。',
      good: days === 0 ? '今天有新内容' : `${days} 天前有新内容`,
    },
    {
      count: isLate ? 1 : 0,
      found: days === null ? '还没有发布过文章' : `首页 ${days} 天没有新内容`,
      isRejected: isLate,
      route: '/staff/articles',
    },
  )
}

defineDeskCards({
  code: 'staleColumns',
  name: '久未更新的栏目',
  may: ['staff:publish'],
  order: 25,
  empty: '各栏目都在期限内更新过。',
  lines: async (ctx, limit) =>
    (await readStale(ctx)).slice(0, limit).map(({ column, days }) => ({
      title: column.name,
      about: `${days} 天没有更新，期限 ${column.limit} 天`,
      day: column.last,
      isOver: true,
      route: routeTo(column),
    })),
})

defineChecks(homeUpdates, staleColumns, emptyColumns)
