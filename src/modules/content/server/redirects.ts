import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { isPublished } from './articles.ts'
import { article, redirect } from './tables.ts'

/** Paths reserved for pages of this site. */
const RESERVED_PATHS = /^\/(admin|staff|api|assets)(\/|$)/

/**
 * An address of the former site as it is compared: path and query without host, `index` files and trailing slashes, in
 * small letters. Undefined where this site has pages of its own there.
 */
export function oldPath(address: string): string | undefined {
  const url = URL.parse(address.trim().toLowerCase(), 'http://former.invalid')
  if (!url) return
  const path = url.pathname.replace(/\/(index|default)\.(html?|php|aspx?|jsp)$/i, '').replace(/\/+$/, '')
  if (RESERVED_PATHS.test(path) || (!path && !url.search)) return
  url.searchParams.sort()
  return decoded(`${path || '/'}${url.search}`)
}

/** The same address is written with and without percent signs. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** The page that has taken the place of this address of the former site. */
export async function findRedirect({ db }: Pick<Ctx, 'db'>, address: string): Promise<string | undefined> {
  const path = oldPath(address)
  if (path === undefined) return
  const [found] = await db
    .select({ id: redirect.articleId })
    .from(redirect)
    .innerJoin(article, eq(article.id, redirect.articleId))
    .where(and(eq(redirect.path, path), isPublished({ now: new Date() })))
  return found && `/admin/news/list-info/${found.id}`
}
