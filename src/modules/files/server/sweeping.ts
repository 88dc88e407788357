import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { removeOldTempDirs } from '#lib/server/process/tempDir.ts'
import { UNSWEPT_PREFIX } from '#lib/server/storage/store.ts'
import { discard } from './files.ts'
import { referredFiles } from './references.ts'
import { file, fileSize } from './tables.ts'

const HOUR = 3_600_000
/** Uploads that nothing ever referred to. */
const UNREFERENCED_MS = 30 * 24 * HOUR
/** Keys looked up at a time. */
const BATCH = 500

type Swept = { scratch: number; forgotten: number; orphans: number }

/** Removes what interrupted and abandoned uploads have left. Safe at any time, beside uploads under way. */
export async function sweepFiles(ctx: Pick<Ctx, 'db' | 'store' | 'config' | 'now' | 'log'>): Promise<Swept> {
  const anHourAgo = new Date(ctx.now.getTime() - HOUR)
  return {
    scratch: await removeOldTempDirs(ctx.config.dataDir, anHourAgo),
    forgotten: await sweepForgotten(ctx),
    orphans: await sweepOrphans(ctx, anHourAgo),
  }
}

async function sweepForgotten(ctx: Pick<Ctx, 'db' | 'store' | 'now' | 'log'>): Promise<number> {
  const since = new Date(ctx.now.getTime() - UNREFERENCED_MS)
  const rows = await ctx.db
    .select({ id: file.id })
    .from(file)
    .where(and(isNull(file.attachedAt), lt(file.createdAt, since)))
  const referred = await referredFiles(
    ctx,
    rows.map(({ id }) => id),
  )
  if (referred.size > 0) ctx.log.warn({ ids: [...referred] }, 'records refer to files without having attached them')
  let swept = 0
  for (const { id } of rows) if (!referred.has(id) && (await discard(ctx, id))) swept += 1
  return swept
}

/** Bytes whose row was never written, or is gone. */
async function sweepOrphans({ db, store }: Pick<Ctx, 'db' | 'store'>, since: Date): Promise<number> {
  let swept = 0
  let batch: string[] = []
  const settle = async () => {
    const known = new Set(
      [
        ...(await db
          .select({ key: file.key })
          .from(file)
          .where(and(inArray(file.key, batch), isNull(file.deletedAt)))),
        ...(await db
          .select({ key: fileSize.key })
          .from(fileSize)
          .innerJoin(file, eq(file.id, fileSize.fileId))
          .where(and(inArray(fileSize.key, batch), isNull(file.deletedAt)))),
      ].map(({ key }) => key),
    )
    for (const key of batch.filter(each => !known.has(each))) {
      await store.remove(key)
      swept += 1
    }
    batch = []
  }
  for await (const { key, at } of store.list()) {
    if (at < since && !key.startsWith(UNSWEPT_PREFIX)) batch.push(key)
    if (batch.length === BATCH) await settle()
  }
  if (batch.length > 0) await settle()
  return swept
}
