import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { prepared } from '#lib/server/database/prepared.ts'
import { presentHtml } from '#lib/server/outbound/presentHtml.ts'
import { fileInfoOf } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import type { readingContract } from '../readingContract.ts'
import { type Article, inColumn, isPublished, readingArticles, toArticleRow, withKeyword } from './articles.ts'
import { breadcrumbOf, type Catalogue, findCatalogue } from './catalogues.ts'
import { neighbour, relatedTo } from './neighbours.ts'
import { article, articleFile, articleViews } from './tables.ts'

type Endpoints = typeof readingContract

export const readingHandlers = {
  'GET /catalog/a/info': async (ctx, { id, pa }) => {
    const found = await readArticle(ctx, id)
    if (!found) throw notFound('文章不存在或已下线')
    const own = await findCatalogue(ctx, found.catalogueId)
    // `pa` only says where the visitor came from: it counts when it really is above or around the article.
    const from = pa && pa !== own.catalogue.id && pa === own.parent?.id ? await findCatalogue(ctx, pa) : own
    const [files, prev, next, related] = await readingArticles(
      () =>
        Promise.all([
          filesOf(ctx, id),
          neighbour(ctx, found, 'newer'),
          neighbour(ctx, found, 'older'),
          relatedTo(ctx, found),
        ]),
      () => [inColumn(found.catalogueId), ...found.keywords.map(withKeyword)],
    )
    return {
      ...toArticleRow(ctx, { ...found, catalogueName: own.catalogue.name, hasFile: files.length > 0 }),
      parentId: from.catalogue.id,
      subTitle: found.subTitle,
      author: found.author,
      content: presentHtml(found.content),
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
  },
  /** The page of a 内容 column: its newest article. */
  'GET /catalog/b': async (ctx, { catalogId }) => {
    const { catalogue: here, parent } = await findCatalogue(ctx, catalogId)
    const [found] = await readingArticles(
      () => newestIn(ctx.db).execute({ catalogId, now: ctx.now }),
      () => [inColumn(catalogId)],
    )
    if (!found || here.type !== '内容') throw notFound('页面不存在或已下线')
    return {
      catalogId,
      name: here.name,
      title: found.title,
      content: presentHtml(found.content),
      updateTime: iso(found.updatedAt),
      files: await readingArticles(
        () => filesOf(ctx, found.id),
        () => [inColumn(catalogId)],
      ),
      breadcrumb: breadcrumbOf(parent, here),
      seo: seoOf(found),
    }
  },
  'GET /catalog/seo': async (ctx, { catalogId, id }) => {
    if (catalogId) return seoOfCatalogue((await findCatalogue(ctx, catalogId)).catalogue)
    const found = await readArticle(ctx, id!)
    if (!found) throw notFound('文章不存在或已下线')
    return seoOf(found)
  },
} satisfies Partial<Handlers<Endpoints>>

async function readArticle({ db, now }: Ctx, id: number) {
  const [found] = await readingArticles(
    () => withId(db).execute({ id, now }),
    rows => rows.map(({ catalogueId }) => inColumn(catalogueId)),
  )
  return found
}

const published = isPublished({ now: sql.placeholder('now') })
const { words: _, plain: __, ...columns } = getTableColumns(article)

const withId = prepared(db => find(db, eq(article.id, sql.placeholder('id'))).prepare('article_by_id'))
const newestIn = prepared(db =>
  find(db, eq(article.catalogueId, sql.placeholder('catalogId'))).prepare('article_newest_of_column'),
)
const find = (db: Ctx['db'], where: SQL) =>
  db
    .select({ ...columns, views: articleViews.views })
    .from(article)
    .leftJoin(articleViews, eq(articleViews.articleId, article.id))
    .where(and(where, published))
    .orderBy(desc(article.publishedAt), desc(article.id))
    .limit(1)

const filesOf = async ({ db }: Ctx, articleId: number) => (await files(db).execute({ articleId })).map(fileInfoOf)

const files = prepared(db =>
  db
    .select({ id: file.id, name: file.name, size: file.size })
    .from(articleFile)
    .innerJoin(file, eq(file.id, articleFile.fileId))
    .where(and(eq(articleFile.articleId, sql.placeholder('articleId')), isNull(file.deletedAt)))
    .orderBy(articleFile.sort, file.id)
    .prepare('article_files'),
)

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
