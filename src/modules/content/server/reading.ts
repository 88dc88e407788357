import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/context.ts'
import { fileInfoOf } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import type { contentContract } from '../contract.ts'
import { type Article, isPublished, readArticle, toRow } from './articles.ts'
import { breadcrumbOf, type Catalogue, findCatalogue } from './catalogues.ts'
import { article, articleFile } from './tables.ts'

type Endpoints = typeof contentContract

export async function showArticle(
  ctx: Ctx,
  { id, pa }: Parsed<Endpoints['GET /catalog/a/info']>,
): Promise<Output<Endpoints['GET /catalog/a/info']>> {
  const found = await readArticle(ctx, and(eq(article.id, id), isPublished(ctx))!)
  if (!found) throw notFound('文章不存在或已下线')
  const own = await findCatalogue(ctx, found.catalogueId)
  // `pa` only says where the visitor came from: it counts when it really is above or around the article.
  const from = pa && pa !== own.catalogue.id && pa === own.parent?.id ? await findCatalogue(ctx, pa) : own
  const [files, prev, next, related] = await Promise.all([
    filesOf(ctx, id),
    neighbour(ctx, found, 'newer'),
    neighbour(ctx, found, 'older'),
    relatedTo(ctx, found),
  ])
  return {
    ...toRow(ctx, { ...found, catalogueName: own.catalogue.name, hasFile: files.length > 0 }),
    parentId: from.catalogue.id,
    subTitle: found.subTitle,
    author: found.author,
    content: found.content,
    keywords: found.keywords,
    updateTime: iso(found.updatedAt),
    files,
    viewCount: found.views ?? 0,
    prev,
    next,
    breadcrumb: breadcrumbOf(own.parent, own.catalogue),
    related,
    seo: seoOf(found),
  }
}

/** The page of a 内容 column: its newest article. */
export async function showPage(
  ctx: Ctx,
  { catalogId }: Parsed<Endpoints['GET /catalog/b']>,
): Promise<Output<Endpoints['GET /catalog/b']>> {
  const { catalogue: here, parent } = await findCatalogue(ctx, catalogId)
  const found = await readArticle(ctx, and(eq(article.catalogueId, catalogId), isPublished(ctx))!)
  if (!found || here.type !== '内容') throw notFound('页面不存在或已下线')
  return {
    catalogId,
    name: here.name,
    title: found.title,
    content: found.content,
    updateTime: iso(found.updatedAt),
    files: await filesOf(ctx, found.id),
    breadcrumb: breadcrumbOf(parent, here),
    seo: seoOf(found),
  }
}

export async function describe(
  ctx: Ctx,
  { catalogId, id }: Parsed<Endpoints['GET /catalog/seo']>,
): Promise<Output<Endpoints['GET /catalog/seo']>> {
  if (catalogId) return seoOfCatalogue((await findCatalogue(ctx, catalogId)).catalogue)
  const found = await readArticle(ctx, and(eq(article.id, id!), isPublished(ctx))!)
  if (!found) throw notFound('文章不存在或已下线')
  return seoOf(found)
}

async function filesOf({ db }: Ctx, articleId: number) {
  const rows = await db
    .select({ id: file.id, name: file.name, size: file.size })
    .from(articleFile)
    .innerJoin(file, eq(file.id, articleFile.fileId))
    .where(and(eq(articleFile.articleId, articleId), isNull(file.deletedAt)))
    .orderBy(articleFile.sort, file.id)
  return rows.map(fileInfoOf)
}

/** 上一篇 is the newer one, 下一篇 the older, as the list reads from top to bottom. */
async function neighbour(ctx: Ctx, of: Pick<Article, 'id' | 'catalogueId' | 'publishedAt'>, side: 'newer' | 'older') {
  const [beyond, order] = side === 'newer' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const [found] = await ctx.db
    .select({ id: article.id, title: article.title })
    .from(article)
    .where(
      and(
        isPublished(ctx),
        eq(article.catalogueId, of.catalogueId),
        sql`(${article.publishedAt}, ${article.id}) ${beyond} (${of.publishedAt}, ${of.id})`,
      ),
    )
    .orderBy(sql`${article.publishedAt} ${order}, ${article.id} ${order}`)
    .limit(1)
  return found ?? null
}

async function relatedTo(ctx: Ctx, { id, keywords }: Pick<Article, 'id' | 'keywords'>) {
  if (keywords.length === 0) return []
  const rows = await ctx.db
    .select({ id: article.id, title: article.title, publishedAt: article.publishedAt })
    .from(article)
    .where(and(isPublished(ctx), ne(article.id, id), sql`${article.keywords} && ${sql.param(keywords)}`))
    .orderBy(desc(article.publishedAt))
    .limit(5)
  return rows.map(row => ({ id: row.id, title: row.title, publishTime: iso(row.publishedAt!) }))
}

const seoOf = (of: Pick<Article, 'title' | 'seoTitle' | 'keywords' | 'summary' | 'seoDescription'>) => ({
  title: of.seoTitle ?? of.title,
  keywords: of.keywords.join(','),
  description: of.seoDescription ?? of.summary,
})

const seoOfCatalogue = ({ name, keywords, description }: Catalogue) => ({
  title: name,
  keywords: keywords.join(','),
  description,
})
