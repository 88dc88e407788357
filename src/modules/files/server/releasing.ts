import { inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { referredFiles } from './references.ts'
import { file } from './tables.ts'

/**
 * Lets go of files that a record has referred to until now: nobody sees them any more, and the sweeping of files takes
 * them. What another record refers to stays as it is. Answers which have been let go.
 */
export async function releaseFiles(ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<number[]> {
  const referred = await referredFiles(ctx, ids)
  const free = ids.filter(id => !referred.has(id))
  if (free.length === 0) return []
  const released = await ctx.db
    .update(file)
    .set({ attachedAt: null, isPublic: false })
    .where(inArray(file.id, free))
    .returning({ id: file.id })
  return released.map(({ id }) => id)
}
