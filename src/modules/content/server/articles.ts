import { and, desc, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, startOf } from '#lib/dates.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import type { Ctx } from '#lib/server/context.ts'
import { countUpTo } from '#lib/server/db.ts'
import { newestOf } from '#lib/server/newest.ts'
import { toQuery } from '#lib/server/words.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import type { contentContract } from '../contract.ts'
import { findCatalogue } from './catalogues.ts'
import { article, articleFile, articleViews, catalogue } from './tables.ts'

type Endpoints = typeof contentContract
type Asked = Parsed<Endpoints['GET /catalog/a']>

/** What visitors may read now; a later `publishedAt` is a scheduled article. */
export const isPublished = ({ now }: Pick<Ctx, 'now'>) =>
  and(eq(article.status, 'published'), isNull(article.deletedAt), lte(article.publishedAt, now))!

/** How many are found by their words at once: an article's vector is long, and kept apart from its row. */
export const FEW = 3000

export async function listArticles(ctx: Ctx, asked: Asked): Promise<Output<Endpoints['GET /catalog/a']>> {
  const { listed } = await findCatalogue(ctx, asked.catalogId)
  const columns = listed.map(({ id }) => id)
  const where = and(isPublished(ctx), asked.year ? publishedIn(asked.year) : undefined)!
  const [rows, total] = await (asked.key ? readMatching : readPage)(ctx, columns, where, asked)
  return toPage(
    rows.map(row => toRow(ctx, row)),
    total,
    asked,
    asked.key ? FEW : COUNT_LIMIT,
  )
}

/** Each column's order is in the index: the page of several is merged from them, and only its own articles are read. */
function readPage({ db }: Ctx, columns: number[], where: SQL, asked: Asked) {
  const each = columns.map(
    id => sql`select id, is_top, published_at from ${article} where ${eq(article.catalogueId, id)} and ${where}`,
  )
  const page = sql`select id from (${sql.join(each, sql` union all `)}) as each
    order by is_top desc, published_at desc, id desc limit ${asked.pageSize} offset ${offset(asked)}`
  return Promise.all([
    readRows(db, sql`${article.id} in (${page})`, desc(article.isTop)),
    countUpTo(
      db,
      COUNT_LIMIT,
      sql`select 1 from ${article} where ${and(inArray(article.catalogueId, columns), where)}`,
    ),
  ])
}

async function readMatching({ db }: Ctx, columns: number[], where: SQL, asked: Asked) {
  const words = toQuery(asked.key!)
  const matches = words === null ? sql`false` : sql`${article.words} @@ ${words}::tsquery`
  const { places, total } = await newestOf(
    db,
    {
      from: article,
      id: article.id,
      at: article.publishedAt,
      where: and(inArray(article.catalogueId, columns), where)!,
      matches,
    },
    { limit: asked.pageSize, skip: offset(asked), few: FEW },
  )
  const rows = await readRows(
    db,
    inArray(
      article.id,
      places.map(({ id }) => id),
    ),
  )
  return [rows, total] as const
}

const readRows = (db: Ctx['db'], where: SQL, ...before: SQL[]) =>
  db
    .select(rowColumns)
    .from(article)
    .innerJoin(catalogue, eq(catalogue.id, article.catalogueId))
    .where(where)
    .orderBy(...before, desc(article.publishedAt), desc(article.id))

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
