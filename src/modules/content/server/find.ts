import { and, inArray, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Found, Hit, Search } from '#lib/search.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countUpTo } from '#lib/server/database/db.ts'
import { searchIn } from '#lib/server/search/find.ts'
import type { SearchedTable } from '#lib/server/search/searchedTable.ts'
import type { ArticleType } from '../articleTypes.ts'
import { isPublished } from './articles.ts'
import { listSearchable } from './catalogues.ts'
import { article } from './tables.ts'

type ReadContext = Pick<Ctx, 'db' | 'now'>
type Column = Awaited<ReturnType<typeof listSearchable>>[number]

/** Maximum articles ranked by their text search vector at once; the vectors are long and stored outside the row. */
const MAX_VECTOR_MATCHES = 3000

const articles: SearchedTable = {
  name: 'article',
  from: article,
  id: article.id,
  words: article.words,
  heading: article.heading,
  title: article.title,
  at: article.publishedAt,
  kind: article.catalogueId,
  few: MAX_VECTOR_MATCHES,
  isLong: true,
  // Cast, it is found by no index of the column: nearly all of them are searched.
  where: ({ now, among }) => and(isPublished({ now }), sql`${article.catalogueId}::bigint = any(${among}::bigint[])`)!,
}
const inArticles = searchIn(articles)

/**
 * Maximum articles whose texts are read directly; for fewer that is faster than using the index for a word found in
 * most articles.
 */
const MAX_DIRECT_READS = 5_000
const inFewArticles = searchIn({
  ...articles,
  name: 'article_of_few',
  isOfFew: true,
  // Finds frequent words without reading the texts a second time.
  isLong: false,
  where: ({ now, among }) => and(isPublished({ now }), sql`${article.catalogueId} = any(${among}::int[])`)!,
})

/**
 * Searches the articles, or those of one type; `kinds` are the types. `isEverywhere`: more articles of all types match
 * than are counted.
 */
export async function findArticles(
  ctx: ReadContext,
  search: Search,
  { type, isEverywhere = false }: { type?: ArticleType; isEverywhere?: boolean } = {},
): Promise<Found> {
  const columns = (await listSearchable(ctx)).filter(({ articleType }) => !type || articleType === type)
  const ids = columns.map(({ id }) => id)
  const find = isEverywhere && (await hasFewArticles(ctx, ids)) ? inFewArticles : inArticles
  const found = await find(ctx, search, {
    among: `{${ids.join()}}`,
    read: ids => readHits(ctx, ids, columns),
  })
  const kinds: Record<string, number> = {}
  for (const { id, articleType } of columns) kinds[articleType] = (kinds[articleType] ?? 0) + (found.kinds[id] ?? 0)
  return { ...found, kinds }
}

async function hasFewArticles(ctx: ReadContext, columns: number[]): Promise<boolean> {
  const some = sql`select 1 from ${article} where ${and(isPublished(ctx), inArray(article.catalogueId, columns))}`
  return (await countUpTo(ctx.db, MAX_DIRECT_READS, some)) <= MAX_DIRECT_READS
}

async function readHits({ db }: ReadContext, ids: number[], columns: Column[]): Promise<Hit[]> {
  const { id, catalogueId, title, plain, publishedAt } = article
  const rows = await db.select({ id, catalogueId, title, plain, publishedAt }).from(article).where(inArray(id, ids))
  return rows.map(row => {
    const column = columns.find(({ id }) => id === row.catalogueId)!
    return {
      id: row.id,
      type: column.articleType,
      // Columns of the default type are labelled with the name of their top-level column.
      ...(column.articleType === 'news' && { label: column.rootName }),
      catalogId: column.id,
      catalogName: column.name,
      route: column.type === '内容' ? `/admin/news/info/${column.id}` : `/admin/news/list-info/${row.id}`,
      title: row.title,
      text: row.plain,
      publishTime: iso(row.publishedAt!),
    }
  })
}
