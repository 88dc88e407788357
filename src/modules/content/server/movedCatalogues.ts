import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { catalogue, movedCatalogue } from './tables.ts'

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
  // Its articles may have gone to a column that was deleted after they came back.
  const toId = noted && noted.toId !== id ? noted.toId : parentId
  if (toId === null) {
    await db.delete(movedCatalogue).where(eq(movedCatalogue.toId, id))
    return
  }
  await noteMoved({ db }, id, toId)
  await db.update(movedCatalogue).set({ toId }).where(eq(movedCatalogue.toId, id))
}
