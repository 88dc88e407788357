import { and, asc, eq, inArray, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso, startOf } from '#lib/dates.ts'
import { type Count, MAX_COUNTED_ROWS, offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOrOver } from '#lib/server/database/counting.ts'
import { newestOf } from '#lib/server/database/newest.ts'
import { prepared } from '#lib/server/database/prepared.ts'
import { readingParts } from '#lib/server/database/reads.ts'
import { toQuery } from '#lib/server/search/words.ts'
import { fileInfoOf, fileUrl } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import type { readingContract } from '../readingContract.ts'
import { findCatalogue, readListColumns } from './catalogues.ts'
import { article, articleFile, catalogue } from './tables.ts'

type Endpoints = typeof readingContract
type ListQuery = Parsed<Endpoints['GET /catalog/a']>

/** Condition for articles that visitors may read; a future `publishedAt` means scheduled. */
export const isPublished = ({ now }: { now: Date | SQLWrapper }) =>
  and(eq(article.status, 'published'), isNull(article.deletedAt), lte(article.publishedAt, now))!

/** Cache keys that the trigger `articles_changed` invalidates: of a column, and of a keyword. */
export const inColumn = (catalogueId: number) => `article ${catalogueId}`
export const withKeyword = (keyword: string) => `article #${keyword}`

/** Reads articles of which only these parts matter: those of a column, or with a key word. */
export const readingArticles = <T>(work: () => Promise<T>, partsOf: (result: T) => readonly string[]): Promise<T> =>
  readingParts(['article', 'article_file', 'article_views'], work, partsOf)

export const articlesHandlers = {
  'GET /catalog/a': async (ctx, asked) => {
    const { showsFiles, listed } = await columnsOf(ctx, asked.catalogId)
    const columns = listed.map(({ id }) => id)
    const where = and(isPublished(ctx), asked.year ? publishedIn(asked.year) : undefined)!
    const read = asked.key ? readMatching : readPage
    const [rows, total, filesOf] = await readingArticles(
      async () => {
        const [found, count] = await read(ctx, columns, where, asked)
        return [found, count, await attachmentsOf(ctx, showsFiles ? found : [])] as const
      },
      () => columns.map(inColumn),
    )
    return toPage(
      rows.map(row => ({ ...toArticleRow(ctx, row), files: filesOf.get(row.id) ?? [] })),
      total,
      asked,
    )
  },
} satisfies Partial<Handlers<Endpoints>>

/** The columns of which articles are listed: of one and those below it, or all that visitors see. */
async function columnsOf(ctx: Ctx, catalogId: number | undefined) {
  if (catalogId === undefined) return { showsFiles: false, listed: await readListColumns(ctx) }
  const { catalogue: here, listed } = await findCatalogue(ctx, catalogId)
  return { showsFiles: here.showsFiles, listed }
}

/** Attachments by article id, in order. */
async function attachmentsOf({ db }: Pick<Ctx, 'db'>, articles: readonly { id: number }[]) {
  if (articles.length === 0) return new Map<number, ReturnType<typeof fileInfoOf>[]>()
  const ids = articles.map(({ id }) => id)
  const rows = await db
    .select({ articleId: articleFile.articleId, id: file.id, name: file.name, size: file.size })
    .from(articleFile)
    .innerJoin(file, eq(file.id, articleFile.fileId))
    .where(and(inArray(articleFile.articleId, ids), isNull(file.deletedAt)))
    .orderBy(asc(articleFile.sort), asc(file.id))
  const grouped = Map.groupBy(rows, ({ articleId }) => articleId)
  return new Map([...grouped].map(([id, files]) => [id, files.map(fileInfoOf)]))
}

type Read = readonly [Row[], Count]

/**
 * Merges the page from one index scan per column; each index has the order, so only the articles of the page are read.
 */
async function readPage({ db }: Ctx, columns: number[], where: SQL, asked: ListQuery): Promise<Read> {
  const skip = offset(asked)
  const order = sql`order by is_top desc, published_at desc, id desc`
  const each = columns.map(
    id => sql`select id, is_top, published_at from ${article} where ${eq(article.catalogueId, id)} and ${where}`,
  )
  const first = each.map(one => sql`(${one} ${order} limit ${skip + asked.pageSize})`)
  const [all, newest] = [each, first].map(parts => sql`(${sql.join(parts, sql` union all `)})`)
  const { rows } = await db.execute<{ total: number; ids: number[] }>(sql`
    select (select count(*) from (select 1 from ${all} a limit ${MAX_COUNTED_ROWS + 1}) c) as total,
      array(select id from ${newest} a ${order} limit ${asked.pageSize} offset ${skip}) as ids`)
  const { ids, total } = rows[0]!
  return [await readRows(db, ids), countOrOver(total)] as const
}

async function readMatching({ db }: Ctx, columns: number[], where: SQL, asked: ListQuery): Promise<Read> {
  const words = toQuery(asked.key!)
  const matches = words === null ? sql`false` : sql`${article.words} @@ ${words}::tsquery`
  const { places, total } = await newestOf(
    db,
    {
      from: article,
      id: article.id,
      at: article.publishedAt,
      matches,
      where: and(inArray(article.catalogueId, columns), where)!,
    },
    { limit: asked.pageSize, skip: offset(asked), few: MAX_COUNTED_ROWS },
  )
  const ids = places.map(({ id }) => id)
  return [await readRows(db, ids), countOrOver(total)] as const
}

/** Returns rows in the order of `ids`. */
async function readRows(db: Ctx['db'], ids: number[]): Promise<Row[]> {
  const rows = new Map((await rowsById(db).execute({ ids })).map(row => [row.id, row]))
  return ids.flatMap(id => rows.get(id) ?? [])
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
  coverCaption: article.coverCaption,
  coverX: article.coverX,
  coverY: article.coverY,
  source: article.source,
  docNo: article.docNo,
  publishedAt: article.publishedAt,
  isTop: article.isTop,
  isRed: article.isRed,
  noticeEndsAt: article.noticeEndsAt,
  externalUrl: article.externalUrl,
  hasFile: sql<boolean>`exists (select 1 from ${articleFile} where ${articleFile.articleId} = ${article.id})`,
}

const rowsById = prepared(db =>
  db
    .select(rowColumns)
    .from(article)
    .innerJoin(catalogue, eq(catalogue.id, article.catalogueId))
    .where(sql`${article.id} = any(${sql.placeholder('ids')})`)
    .prepare('articles_by_id'),
)

type Row = Pick<Article, Exclude<keyof typeof rowColumns, 'catalogueName' | 'hasFile'>> & {
  catalogueName: string
  hasFile: boolean
}
export type Article = typeof article.$inferSelect

export const toArticleRow = ({ now }: Ctx, row: Row) => ({
  id: row.id,
  catalogId: row.catalogueId,
  catalogName: row.catalogueName,
  title: row.title,
  summary: row.summary,
  coverUrl: fileUrl(row.coverId),
  coverCaption: row.coverCaption,
  coverX: row.coverX,
  coverY: row.coverY,
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
