import { and, inArray, isNotNull, lt, not } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { discard } from '#modules/files/server/files.ts'
import { releaseFiles } from '#modules/files/server/releasing.ts'
import { isTrialNow } from '#modules/settings/server/trial.ts'
import { importBatch, importFault, importMend, importRow } from './tables.ts'

/** Period in ms during which an import can be undone. */
const UNDO_PERIOD_MS = 90 * 24 * 3_600_000

/** Deletes the workbooks of old batches, and all that is known of their rows. How many there were stays. */
export async function purgeOldImports(ctx: Ctx): Promise<void> {
  const old = await ctx.db.transaction(async tx => {
    const due = await tx
      .select({ id: importBatch.id, fileId: importBatch.fileId })
      .from(importBatch)
      .where(
        and(isNotNull(importBatch.fileId), lt(importBatch.createdAt, new Date(ctx.now.getTime() - UNDO_PERIOD_MS))),
      )
    const ids = due.map(({ id }) => id)
    // A go-live has to know what was imported.
    await tx.delete(importRow).where(and(inArray(importRow.batchId, ids), not(isTrialNow)))
    await tx.delete(importMend).where(inArray(importMend.batchId, ids))
    await tx.delete(importFault).where(inArray(importFault.batchId, ids))
    await tx.update(importBatch).set({ fileId: null, layout: null, choice: null }).where(inArray(importBatch.id, ids))
    const files = due.flatMap(({ fileId }) => fileId ?? [])
    return releaseFiles({ db: tx }, files)
  })
  for (const id of old) await discard(ctx, id)
}
