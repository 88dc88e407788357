import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import { isPublished } from './articles.ts'
import { article, catalogue } from './tables.ts'

const parent = alias(catalogue, 'parent')
const isVisible = and(eq(catalogue.hidden, false), or(isNull(catalogue.parentId), eq(parent.hidden, false)))
const isList = eq(catalogue.type, '列表')

/** Addresses of all columns with the time of the newest change. A 内容 column without its article has no page. */
export function columnAddresses(ctx: Pick<Ctx, 'db' | 'now'>) {
  const place = sql`case ${catalogue.type} when '列表' then 'list' else 'info' end`
  return ctx.db
    .select({
      path: sql<string>`'/admin/news/' || ${place} || '/' || ${catalogue.id}`.as('path'),
      changedAt: sql<Date | null>`max(${article.updatedAt})`.mapWith(article.updatedAt).as('changed_at'),
    })
    .from(catalogue)
    .leftJoin(parent, eq(parent.id, catalogue.parentId))
    .leftJoin(article, and(eq(article.catalogueId, catalogue.id), isPublished(ctx)))
    .where(and(isVisible, or(isList, and(eq(catalogue.type, '内容'), sql`${article.id} is not null`))))
    .groupBy(catalogue.id)
}

export const articleAddresses = (ctx: Pick<Ctx, 'db' | 'now'>) =>
  ctx.db
    .select({
      path: sql<string>`'/admin/news/list-info/' || ${article.id}`.as('path'),
      changedAt: sql<Date | null>`${article.updatedAt}`.mapWith(article.updatedAt).as('changed_at'),
    })
    .from(article)
    .innerJoin(catalogue, eq(catalogue.id, article.catalogueId))
    .leftJoin(parent, eq(parent.id, catalogue.parentId))
    .where(and(isPublished(ctx), isVisible, isList, isNull(article.externalUrl)))
