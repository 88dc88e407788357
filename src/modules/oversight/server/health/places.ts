import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import { columnAddresses } from '#modules/content/server/addresses.ts'
import { isPublished } from '#modules/content/server/articles.ts'
import { article } from '#modules/content/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { memberAddresses } from '#modules/membership/register/server/addresses.ts'
import { courseAddresses } from '#modules/training/courses/server/addresses.ts'

/** Pages of the site that no single record stands behind. */
export const ALWAYS = [
  /^\/(admin|invite|admin\/home|admin\/home\/(dash|search)|robots\.txt|sitemap\.xml|manifest\.webmanifest)?$/,
  /^\/admin\/login\/(login|register|forgot|handover|wechat|privacy|terms)$/,
  /^\/wechat\/confirm$/,
  /^\/admin\/publicity\/(qualification(\/old)?|person|member|training(\/registration)?|award|notice|objection)$/,
  /^\/admin\/verify(\/(form|batch))?$/,
  /^\/admin\/user(\/.*)?$/,
  /^\/staff(\/.*)?$/,
  /^\/api\/docs(\/.*)?$/,
  /^\/(\.well-known\/(did|jwks)|credentials\/schema)\.json$/,
]
/** A notice that has ended is still shown; which there are, its own page tells. */
const NOTICE = /^\/admin\/publicity\/notice\/\d+$/
const ARTICLE = /^\/admin\/news\/list-info\/(\d{1,9})$/
const FILE = /^\/api\/file\/(\d{1,9})(\/.*)?$/

/** Which of these paths of the site lead nowhere. */
export async function deadPaths(ctx: Pick<Ctx, 'db' | 'now'>, paths: readonly string[]): Promise<Set<string>> {
  const asked = [...new Set(paths)].filter(path => !ALWAYS.some(place => place.test(path)) && !NOTICE.test(path))
  if (asked.length === 0) return new Set()
  const [articles, files, pages] = [
    await articlesAmong(ctx, asked),
    await filesAmong(ctx, asked),
    await pagesAmong(ctx, asked),
  ]
  const leads = (path: string) => {
    const plain = path.replace(/\/rss\.xml$/, '')
    return articles.has(numberIn(ARTICLE, path)) || files.has(numberIn(FILE, path)) || pages.has(plain)
  }
  return new Set(asked.filter(path => !leads(path)))
}

const numberIn = (pattern: RegExp, path: string) => Number(path.match(pattern)?.[1] ?? 0)
const numbersIn = (pattern: RegExp, paths: readonly string[]) =>
  paths.map(path => numberIn(pattern, path)).filter(Boolean)

async function articlesAmong(ctx: Pick<Ctx, 'db' | 'now'>, paths: readonly string[]) {
  const ids = numbersIn(ARTICLE, paths)
  const rows = await ctx.db
    .select({ id: article.id })
    .from(article)
    .where(and(inArray(article.id, ids), isPublished(ctx)))
  return new Set(rows.map(({ id }) => id))
}

async function filesAmong({ db }: Pick<Ctx, 'db'>, paths: readonly string[]) {
  const rows = await db
    .select({ id: file.id })
    .from(file)
    .where(and(inArray(file.id, numbersIn(FILE, paths)), eq(file.isPublic, true), isNull(file.deletedAt)))
  return new Set(rows.map(({ id }) => id))
}

/** Columns, members and courses that are shown. */
async function pagesAmong(ctx: Pick<Ctx, 'db' | 'now'>, paths: readonly string[]) {
  const all = unionAll(columnAddresses(ctx), memberAddresses(ctx), courseAddresses(ctx)).as('all')
  const wanted = paths.map(path => path.replace(/\/rss\.xml$/, ''))
  const rows = await ctx.db
    .select({ path: all.path })
    .from(all)
    .where(sql`${all.path} = any(${sql.param(wanted)}::text[])`)
  return new Set(rows.map(({ path }) => path))
}
