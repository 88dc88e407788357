import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import { columnAddresses } from '#modules/content/server/addresses.ts'
import { isPublished } from '#modules/content/server/articles.ts'
import { article, articleFault, outsideLink } from '#modules/content/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { memberAddresses } from '#modules/membership/register/server/addresses.ts'
import { courseAddresses } from '#modules/training/courses/server/addresses.ts'

const ARTICLES_PER_BATCH = 200
type Asking = Pick<Ctx, 'db' | 'now' | 'config'>
type Text = { id: number; content: string }
type Fault = Pick<typeof articleFault.$inferInsert, 'articleId' | 'kind' | 'target'>

/** Looks through all public articles: links within the site that lead nowhere, pictures that say nothing. */
export async function checkTexts(ctx: Asking): Promise<number> {
  const known = new Set<number>()
  for (let last = 0, full = true; full; ) {
    const texts = await nextTexts(ctx, last)
    await checkBatch(ctx, texts)
    for (const { id } of texts) known.add(id)
    last = texts.at(-1)?.id ?? last
    full = texts.length === ARTICLES_PER_BATCH
  }
  // Removes faults of texts that are no longer public, and links that no text uses any more.
  await ctx.db.delete(articleFault).where(lt(articleFault.foundAt, ctx.now))
  await ctx.db.delete(outsideLink).where(lt(outsideLink.seenAt, ctx.now))
  return known.size
}

const nextTexts = (ctx: Asking, after: number): Promise<Text[]> =>
  ctx.db
    .select({ id: article.id, content: article.content })
    .from(article)
    .where(and(isPublished(ctx), gt(article.id, after)))
    .orderBy(asc(article.id))
    .limit(ARTICLES_PER_BATCH)

async function checkBatch(ctx: Asking, texts: readonly Text[]) {
  if (texts.length === 0) return
  const links = texts.flatMap(text => linksIn(text, ctx.config.publicUrl))
  const dead = await deadPaths(
    ctx,
    links.flatMap(({ path }) => path ?? []),
  )
  const faults: Fault[] = [
    ...links.flatMap(({ articleId, path }) =>
      path && dead.has(path) ? { articleId, kind: 'deadLink' as const, target: path } : [],
    ),
    ...texts.flatMap(silentPictures),
  ]
  const outside = new Map(links.flatMap(({ articleId, url }) => (url ? [[url, articleId] as const] : [])))
  await ctx.db.transaction(async db => {
    const ids = texts.map(({ id }) => id)
    await db.delete(articleFault).where(inArray(articleFault.articleId, ids))
    if (faults.length) await db.insert(articleFault).values(faults.map(fault => ({ ...fault, foundAt: ctx.now })))
    for (const [url, articleId] of outside)
      await db
        .insert(outsideLink)
        .values({ url, articleId, seenAt: ctx.now })
        .onConflictDoUpdate({ target: outsideLink.url, set: { articleId, seenAt: ctx.now } })
  })
}

const LINK = /<(?:a|img|video|source)\b[^>]*?\s(?:href|src)="([^"]+)"/g
const PICTURE = /<img\b[^>]*>/g
const MAX_URL_LENGTH = 1_000

type Link = { articleId: number; path?: string; url?: string }

/** Returns the links in a text: paths of this site, or external URLs. */
function linksIn({ id, content }: Text, own: string): Link[] {
  return [...content.matchAll(LINK)].flatMap(([, raw]): Link[] => {
    const target = raw!.replaceAll('&amp;', '&').slice(0, MAX_URL_LENGTH)
    const local = target.startsWith(`${own}/`) ? target.slice(own.length) : target
    if (local.startsWith('/') && !local.startsWith('//'))
      return [{ articleId: id, path: local.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1') }]
    return /^https?:\/\//.test(target) ? [{ articleId: id, url: target.replace(/#.*$/, '') }] : []
  })
}

const silentPictures = ({ id, content }: Text): Fault[] =>
  [...content.matchAll(PICTURE)].flatMap(([tag]) =>
    /\salt="[^"]*[^"\s][^"]*"/.test(tag)
      ? []
      : [{ articleId: id, kind: 'noAlt' as const, target: tag.match(/\ssrc="([^"]*)"/)?.[1] ?? '' }],
  )

/** Lists articles with a fault of this kind, with their titles. */
export const readFaults = ({ db }: Pick<Ctx, 'db'>, kind: Fault['kind'], limit: number) =>
  db
    .select({ articleId: articleFault.articleId, target: articleFault.target, title: article.title })
    .from(articleFault)
    .innerJoin(article, eq(article.id, articleFault.articleId))
    .where(eq(articleFault.kind, kind))
    .orderBy(asc(articleFault.articleId), asc(articleFault.id))
    .limit(limit)

/** Pages of the site that no single record stands behind. */
export const STATIC_PAGES = [
  /^\/(admin|invite|admin\/home|admin\/home\/(dash|search)|robots\.txt|sitemap\.xml|manifest\.webmanifest)?$/,
  /^\/admin\/login\/(login|register|forgot|handover|wechat|privacy|terms|closed)$/,
  /^\/wechat\/confirm$/,
  /^\/admin\/publicity\/statistics(\/[a-z][\w-]*)?$/,
  /^\/admin\/newsletter(\/(subscription|\d+))?$/,
  /^\/vote(\/[\w-]+)?$/,
  /^\/admin\/survey(\/[\w-]+(\/result)?)?$/,
  /^\/admin\/publicity\/(qualification(\/old)?|person|member|training(\/registration)?|award|body|notice|objection)$/,
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

/** Returns the paths of this site that lead nowhere. */
async function deadPaths(ctx: Pick<Ctx, 'db' | 'now'>, paths: readonly string[]): Promise<Set<string>> {
  const asked = [...new Set(paths)].filter(path => !STATIC_PAGES.some(place => place.test(path)) && !NOTICE.test(path))
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
