import { and, asc, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { releaseFiles } from '#modules/files/server/releasing.ts'
import { restoreRows } from '#modules/imports/server/restoring.ts'
import { article, articleDraft } from '../../server/tables.ts'

import type { staffOldSiteContract } from '../contract.ts'
import { oldSite, oldSiteFile, oldSitePage } from './tables.ts'
import { findSite, lockIdle, type Site } from './work.ts'

const BATCH_SIZE = 500
/** Maximum obstacles reported to staff. */
const MAX_OBSTACLES = 200

/** Thrown to take back what has been undone so far. */
class UndoBlocked extends Error {}

type Obstacle = { title: string; address: string; articleId: number; why: string }

export const undoingHandlers = {
  /** Takes all articles back with their redirects, pictures and papers; all of them or none. */
  'POST /staff/old-site/undo': async (ctx, { id }) => {
    const before = await findSite(ctx, id)
    const obstacles: Obstacle[] = []
    try {
      const removed = await inTransaction(ctx, async inTx => {
        const site = await lockIdle(inTx, before)
        const pages = await importedPages(inTx, site)
        if (pages.length === 0) throw conflict('没有已导入的文章，不用撤销')
        for (let from = 0; from < pages.length && obstacles.length < MAX_OBSTACLES; from += BATCH_SIZE)
          obstacles.push(...(await removeArticles(inTx, site, pages.slice(from, from + BATCH_SIZE))))
        if (obstacles.length > 0) throw new UndoBlocked()
        await forgetWork(inTx, site, pages.length)
        return pages.length
      })
      return { undone: true, removed, obstacles }
    } catch (error) {
      if (!(error instanceof UndoBlocked)) throw error
      return { undone: false, removed: 0, obstacles: obstacles.slice(0, MAX_OBSTACLES) }
    }
  },
} satisfies Partial<Handlers<typeof staffOldSiteContract>>

type Imported = { id: number; address: string; title: string; articleId: number | null }

const importedPages = ({ db }: Ctx, { id }: Site): Promise<Imported[]> =>
  db
    .select({
      id: oldSitePage.id,
      address: oldSitePage.address,
      title: oldSitePage.title,
      articleId: oldSitePage.articleId,
    })
    .from(oldSitePage)
    .where(and(eq(oldSitePage.siteId, id), isNotNull(oldSitePage.importedAt)))
    .orderBy(asc(oldSitePage.id))

/** Tables whose rows belong to the article alone and are deleted with it. */
const OWNED_TABLES = ['article_views', 'redirect', 'article_file', 'article_asset']

async function removeArticles(ctx: Ctx, site: Site, pages: Imported[]): Promise<Obstacle[]> {
  const rows = pages.map(({ id, articleId }) => ({ row: id, objectId: articleId!, before: null }))
  // A draft that nobody has touched is the import's own; it keeps the moment at which it was written.
  const own = site.options.publish ? OWNED_TABLES : [...OWNED_TABLES, 'article_draft']
  const touched = site.options.publish ? new Set<number>() : await touchedDrafts(ctx, site, pages)
  const edited = rows
    .filter(({ objectId }) => touched.has(objectId))
    .map(({ row }) => ({ row, why: '导入之后又有修改' }))
  const hindered = edited.length > 0 ? edited : await restoreRows(ctx, article, rows, site.writtenAt!, { own })
  return hindered.map(({ row, why }) => {
    const { title, address, articleId } = pages.find(({ id }) => id === row)!
    return { title, address, articleId: articleId!, why }
  })
}

async function touchedDrafts({ db }: Ctx, { writtenAt }: Site, pages: Imported[]): Promise<Set<number>> {
  const ids = pages.map(({ articleId }) => articleId!)
  const { articleId, version, editedAt } = articleDraft
  const isTouched = or(gt(version, 1), ne(editedAt, writtenAt!))
  const rows = await db
    .select({ id: articleId })
    .from(articleDraft)
    .where(and(inArray(articleId, ids), isTouched))
  return new Set(rows.map(({ id }) => id))
}

/** The pages are as before the import; files that nothing else shows are left to the sweeping. */
async function forgetWork(ctx: Ctx, site: Site, removed: number): Promise<void> {
  const { db } = ctx
  const files = await db
    .delete(oldSiteFile)
    .where(eq(oldSiteFile.siteId, site.id))
    .returning({ id: oldSiteFile.fileId })
  await releaseFiles(
    ctx,
    files.map(({ id }) => id),
  )
  await db
    .update(oldSitePage)
    .set({ verdict: 'new', importedAt: null, notes: [] })
    .where(and(eq(oldSitePage.siteId, site.id), isNotNull(oldSitePage.importedAt)))
  await db.update(oldSitePage).set({ articleId: null }).where(eq(oldSitePage.siteId, site.id))
  await db.update(oldSite).set({ state: 'undone', writtenAt: null }).where(eq(oldSite.id, site.id))
  const of = { objectType: 'old_site', objectId: site.id, objectName: site.fileName }
  await record(ctx, { action: 'oldSite.undo', ...of, detail: { removed } })
}
