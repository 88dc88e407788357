import { and, desc, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, startOf } from '#lib/dates.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import type { Ctx } from '#lib/server/context.ts'
import { countUpTo } from '#lib/server/db.ts'
import { toQuery } from '#lib/server/words.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import type { contentContract } from '../contract.ts'
import { findCatalogue } from './catalogues.ts'
import { article, articleFile, articleViews, catalogue } from './tables.ts'

type Endpoints = typeof contentContract

/** What visitors may read now; a later `publishedAt` is a scheduled article. */
export const isPublished = ({ now }: Pick<Ctx, 'now'>) =>
  and(eq(article.status, 'published'), isNull(article.deletedAt), lte(article.publishedAt, now))!

export async function listArticles(
  ctx: Ctx,
  asked: Parsed<Endpoints['GET /catalog/a']>,
): Promise<Output<Endpoints['GET /catalog/a']>> {
  const { listed } = await findCatalogue(ctx, asked.catalogId)
  const words = asked.key && toQuery(asked.key)
  const where = and(
    isPublished(ctx),
    listed.length === 1
      ? eq(article.catalogueId, asked.catalogId)
      : inArray(
          article.catalogueId,
          listed.map(({ id }) => id),
        ),
    asked.year ? publishedIn(asked.year) : undefined,
    words ? sql`${article.words} @@ ${words}::tsquery` : undefined,
  )
  const [rows, total] = await Promise.all([
    ctx.db
      .select(rowColumns)
      .from(article)
      .innerJoin(catalogue, eq(catalogue.id, article.catalogueId))
      .where(where)
      .orderBy(desc(article.isTop), desc(article.publishedAt), desc(article.id))
      .limit(asked.pageSize)
      .offset(offset(asked)),
    countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${article} where ${where}`),
  ])
  return toPage(
    rows.map(row => toRow(ctx, row)),
    total,
    asked,
  )
}

const publishedIn = (year: number): SQL =>
  sql`${article.publishedAt} >= ${startOf(`${year}-01-01`)} and ${article.publishedAt} < ${startOf(`${year + 1}-01-01`)}`

const rowColumns = {
  id: article.id,
  catalogueId: article.catalogueId,
  catalogueName: catalogue.name,
  title: article.title,
  summary: article.summary,
  coverId: article.coverId,
  source: article.source,
  docNo: article.docNo,
  publishedAt: article.publishedAt,
  isTop: article.isTop,
  isRed: article.isRed,
  noticeEndsAt: article.noticeEndsAt,
  externalUrl: article.externalUrl,
  hasFile: sql<boolean>`exists (select 1 from ${articleFile} where ${articleFile.articleId} = ${article.id})`,
}

type Row = Pick<Article, Exclude<keyof typeof rowColumns, 'catalogueName' | 'hasFile'>> & {
  catalogueName: string
  hasFile: boolean
}
export type Article = typeof article.$inferSelect

export const toRow = ({ now }: Ctx, row: Row) => ({
  id: row.id,
  catalogId: row.catalogueId,
  catalogName: row.catalogueName,
  title: row.title,
  summary: row.summary,
  coverUrl: fileUrl(row.coverId),
  source: row.source,
  docNo: row.docNo,
  publishTime: iso(row.publishedAt!),
  isTop: row.isTop,
  isRed: row.isRed,
  noticeEndTime: row.noticeEndsAt && iso(row.noticeEndsAt),
  noticeOpen: row.noticeEndsAt && row.noticeEndsAt > now,
  hasFile: row.hasFile,
  externalUrl: row.externalUrl,
})

export async function readArticle({ db }: Ctx, where: SQL) {
  const { words: _, ...columns } = getTableColumns(article)
  const [found] = await db
    .select({ ...columns, views: articleViews.views })
    .from(article)
    .leftJoin(articleViews, eq(articleViews.articleId, article.id))
    .where(where)
    .orderBy(desc(article.publishedAt), desc(article.id))
    .limit(1)
  return found
}
