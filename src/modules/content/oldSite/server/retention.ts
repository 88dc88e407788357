import { and, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { discard } from '#modules/files/server/files.ts'
import { releaseFiles } from '#modules/files/server/releasing.ts'
import { oldSite, oldSiteFile, oldSitePage } from './tables.ts'

/** Retention in ms, during which an old site can be resumed or undone. */
const RETENTION_MS = 90 * 24 * 3_600_000

/** Deletes the saved pages of old imports. Which address became which article stays. */
export async function forgetOldSites(ctx: Ctx): Promise<void> {
  const isDue = and(isNotNull(oldSite.fileId), lt(oldSite.createdAt, new Date(ctx.now.getTime() - RETENTION_MS)))
  const files = await ctx.db.transaction(async tx => {
    const due = await tx.select({ id: oldSite.id, fileId: oldSite.fileId }).from(oldSite).where(isDue)
    const ids = due.map(({ id }) => id)
    await tx.update(oldSitePage).set({ html: '' }).where(inArray(oldSitePage.siteId, ids))
    await tx.delete(oldSiteFile).where(inArray(oldSiteFile.siteId, ids))
    await tx.update(oldSite).set({ fileId: null }).where(inArray(oldSite.id, ids))
    return releaseFiles(
      { db: tx },
      due.flatMap(({ fileId }) => fileId ?? []),
    )
  })
  for (const id of files) await discard(ctx, id)
}
