import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { findSpecified } from '../navigation/server/places.ts'
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

/**
 * Redirect for an address without a page: permanent (301) for addresses of the former site, temporary (302) for named
 * places, which staff may rebind.
 */
export async function findMoved(ctx: Pick<Ctx, 'db'>, address: string): Promise<Moved | undefined> {
  const former = await findRedirect(ctx, address)
  if (former) return { status: 301, location: former }
  const named = await findSpecified(ctx, address)
  return named === undefined ? undefined : { status: 302, location: named }
}

type Moved = { status: 301 | 302; location: string }

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
