import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import { inColumn, isPublished, readingArticles } from '../../server/articles.ts'
import { findMovedColumn } from '../../server/movedCatalogues.ts'
import { findRedirect } from '../../server/redirects.ts'
import { article, catalogue } from '../../server/tables.ts'
import { namedPlaces, type PlaceCode } from '../namedPlaces.ts'
import { namedPlace } from './tables.ts'

type ReadContext = Pick<Ctx, 'db' | 'now'>

const parent = alias(catalogue, 'parent')
const isVisible = and(eq(catalogue.hidden, false), or(isNull(catalogue.parentId), eq(parent.hidden, false)))

/** Returns the routes of this site's named places. Unbound or unpublished places are left out. */
export async function readPlaces(ctx: ReadContext): Promise<{ code: PlaceCode; route: string }[]> {
  const { columns, articles } = await readingArticles(
    () => readBound(ctx),
    ({ columns, articles }) =>
      // Depends on all articles: an unpublished one may be in another column by the time it is published.
      articles.some(({ isPublic }) => !isPublic)
        ? ['article']
        : [...columns.map(({ id }) => id), ...articles.map(({ pa }) => pa)].map(inColumn),
  )
  const routes = new Map<PlaceCode, string>()
  for (const { code, id, type, hasPage } of columns) {
    if (type === '列表') routes.set(code, `/admin/news/list/${id}`)
    if (type === '内容' && hasPage) routes.set(code, `/admin/news/info/${id}`)
  }
  for (const { code, id, pa, isPublic } of articles)
    if (isPublic) routes.set(code, `/admin/news/list-info/${id}?pa=${pa}`)
  return namedPlaces.flatMap(({ code }) => (routes.has(code) ? { code, route: routes.get(code)! } : []))
}

/** The columns that have named places and can be seen, and the articles that have one. */
async function readBound(ctx: ReadContext) {
  const isIn = and(eq(article.catalogueId, catalogue.id), isPublished(ctx))
  const hasPage = sql<boolean>`exists (select from ${article} where ${isIn})`
  const columns = await ctx.db
    .select({ code: namedPlace.code, id: catalogue.id, type: catalogue.type, hasPage })
    .from(namedPlace)
    .innerJoin(catalogue, eq(catalogue.id, namedPlace.catalogueId))
    .leftJoin(parent, eq(parent.id, catalogue.parentId))
    .where(isVisible)
  // Uses an array subquery: PostgreSQL has no statistics for so small a table, and with a plain join it would read
  // every article.
  const isBound = sql`${article.id} = any(array(select ${namedPlace.articleId} from ${namedPlace}))`
  const articles = await ctx.db
    .select({
      code: namedPlace.code,
      id: article.id,
      pa: article.catalogueId,
      isPublic: sql<boolean>`${isPublished(ctx)}`,
    })
    .from(namedPlace)
    .innerJoin(article, eq(article.id, namedPlace.articleId))
    .innerJoin(catalogue, eq(catalogue.id, article.catalogueId))
    .leftJoin(parent, eq(parent.id, catalogue.parentId))
    .where(and(isBound, isVisible))
  return { columns, articles }
}

/** The columns that named places are bound to: what they must remain, and why. */
export async function boundColumns({ db }: Pick<Ctx, 'db'>) {
  const rows = await db.select().from(namedPlace)
  const bound = new Map<number, { type: '列表' | '内容'; names: string; why: string }>()
  for (const { code, name, type } of namedPlaces) {
    const column = rows.find(row => row.code === code)?.catalogueId
    if (!column || type === '文章') continue
    const names = `${bound.get(column)?.names ?? ''}“${name}”`
    const why = `常用位置${names}指定为这个栏目，不能删除、隐藏或改类型；请先在“常用位置”中改为别的栏目`
    bound.set(column, { type, names, why })
  }
  return bound
}

/** Returns this site's route for an address of docs/spec.md, where the site has no page of its own at that address. */
export async function findSpecified(ctx: Pick<Ctx, 'db'>, address: string): Promise<string | undefined> {
  const path = address.split('?')[0]!.replace(/\/+$/, '')
  const place = namedPlaces.find(({ specified }) => specified === path)
  if (!place) return
  const places = await readPlaces({ ...ctx, now: new Date() })
  return places.find(({ code }) => code === place.code)?.route
}

/**
 * Redirect for an address without a page: permanent (301) for addresses of the former site and of deleted columns, temporary (302) for named
 * places, which staff may rebind.
 */
export async function findMoved(ctx: Pick<Ctx, 'db'>, address: string): Promise<Moved | undefined> {
  const former = await findRedirect(ctx, address)
  if (former) return { status: 301, location: former }
  const column = await findMovedColumn(ctx, address)
  if (column) return { status: 301, location: column }
  const named = await findSpecified(ctx, address)
  return named === undefined ? undefined : { status: 302, location: named }
}

type Moved = { status: 301 | 302; location: string }
