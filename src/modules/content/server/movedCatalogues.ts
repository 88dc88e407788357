import { eq, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import { quickLink } from '../navigation/server/tables.ts'
import { announcement, article, banner, catalogue, link, movedCatalogue } from './tables.ts'

/** Addresses of a column's pages; its feed goes to the page of the new column, too. */
const COLUMN_PATH = /^\/admin\/news\/(?:list|info)\/(\d{1,9})(?:\/rss\.xml)?\/?$/

/** The page of the column that has taken the place of a deleted one, for an address without a page. */
export async function findMovedColumn({ db }: Pick<Ctx, 'db'>, address: string): Promise<string | undefined> {
  const id = COLUMN_PATH.exec(address.split('?')[0]!)?.[1]
  if (!id) return
  const [to] = await db
    .select({ id: catalogue.id, type: catalogue.type, path: catalogue.path })
    .from(movedCatalogue)
    .innerJoin(catalogue, eq(catalogue.id, movedCatalogue.toId))
    .where(
      sql`${movedCatalogue.id} = ${Number(id)} and not exists (select from ${catalogue} own where own.id = ${Number(id)})`,
    )
  if (!to) return
  return to.type === '跳转' ? (to.path ?? undefined) : `/admin/news/${to.type === '内容' ? 'info' : 'list'}/${to.id}`
}

/** Notes where a column's articles went: to there its address leads once the column is deleted. */
export const noteMoved = ({ db }: Pick<Ctx, 'db'>, id: number, toId: number) =>
  db.insert(movedCatalogue).values({ id, toId }).onConflictDoUpdate({ target: movedCatalogue.id, set: { toId } })

/**
 * Leads the address of a column that is about to be deleted, and those that lead to it, to where its articles went, else to
 * the column above it. One at the top that never had articles leads nowhere.
 */
export async function leadElsewhere(
  { db }: Pick<Ctx, 'db'>,
  { id, parentId }: { id: number; parentId: number | null },
) {
  const [noted] = await db.select({ toId: movedCatalogue.toId }).from(movedCatalogue).where(eq(movedCatalogue.id, id))
  const toId = noted?.toId ?? parentId
  if (toId === null) {
    await db.delete(movedCatalogue).where(eq(movedCatalogue.toId, id))
    return
  }
  await noteMoved({ db }, id, toId)
  await db.update(movedCatalogue).set({ toId }).where(eq(movedCatalogue.toId, id))
}

const MAX_LINKS = 50

/** Lists what links to a column: in texts that are not in the trash, in menus and on the front page. */
export async function linksTo({ db }: Pick<Ctx, 'db'>, id: number): Promise<{ where: string; name: string }[]> {
  // Not followed by a further digit: 12 is not 121.
  const names = (column: AnyPgColumn) => sql`${column} ~ ${`/admin/news/(list|info)/${id}([^0-9]|$)`}`
  const found = async (where: string, rows: Promise<{ name: string }[]>) =>
    (await rows).map(({ name }) => ({ where, name }))
  const all = await Promise.all([
    found(
      '栏目',
      db
        .select({ name: catalogue.name })
        .from(catalogue)
        .where(names(catalogue.path))
        .orderBy(catalogue.id)
        .limit(MAX_LINKS),
    ),
    found(
      '文章',
      db
        .select({ name: article.title })
        .from(article)
        .where(sql`${article.deletedAt} is null and (${or(names(article.content), names(article.externalUrl))})`)
        .orderBy(article.id)
        .limit(MAX_LINKS),
    ),
    found('快捷入口', db.select({ name: quickLink.name }).from(quickLink).where(names(quickLink.url)).limit(MAX_LINKS)),
    found('轮播图', db.select({ name: banner.title }).from(banner).where(names(banner.linkUrl)).limit(MAX_LINKS)),
    found('友情链接', db.select({ name: link.name }).from(link).where(names(link.url)).limit(MAX_LINKS)),
    found(
      '公告条',
      db.select({ name: announcement.text }).from(announcement).where(names(announcement.linkUrl)).limit(MAX_LINKS),
    ),
  ])
  return all.flat()
}
