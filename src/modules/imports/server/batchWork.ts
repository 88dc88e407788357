import { randomUUID } from 'node:crypto'
import { and, eq, type SQL } from 'drizzle-orm'
import { isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../states.ts'
import { importBatch } from './tables.ts'

export type Batch = typeof importBatch.$inferSelect

/** Thrown to end work that somebody cancelled, or that another process has taken over. */
class Stopped extends Error {}

const HEARTBEAT_INTERVAL_MS = 400

/**
 * Shows on a connection of its own how far the work is, and stops it where that is wanted. Whoever sees no sign for
 * long takes the work for dead.
 */
export function heartbeat({ db }: Pick<Ctx, 'db'>, { id, work }: Pick<Batch, 'id' | 'work'>) {
  let last = 0
  return async (progress: number): Promise<void> => {
    if (Date.now() - last < HEARTBEAT_INTERVAL_MS) return
    last = Date.now()
    const [alive] = await db
      .update(importBatch)
      .set({ progress, heartbeat: new Date() })
      .where(and(eq(importBatch.id, id), eq(importBatch.work, work)))
      .returning({ cancelAsked: importBatch.cancelAsked })
    if (!alive || alive.cancelAsked) throw new Stopped()
  }
}

/**
 * Shows life on a clock of its own as well, from the beginning to the end: the first rows, or what a kind does when all
 * are written, may take longer than the silence of the dead.
 */
export async function keepAlive<T>(
  { db }: Pick<Ctx, 'db'>,
  { id, work }: Pick<Batch, 'id' | 'work'>,
  use: () => Promise<T>,
): Promise<T> {
  const mine = and(eq(importBatch.id, id), eq(importBatch.work, work))
  const show = () => db.update(importBatch).set({ heartbeat: new Date() }).where(mine)
  const clock = setInterval(() => void show().catch(() => {}), HEARTBEAT_TIMEOUT_MS / 3)
  return use().finally(() => clearInterval(clock))
}

/** Takes a batch on, if it is as `where` says; of two at once, one. */
export async function claimBatch({ db }: Pick<Ctx, 'db'>, where: SQL, set: Partial<Batch>): Promise<Batch | undefined> {
  const begun = { work: randomUUID(), progress: 0, cancelAsked: false, reason: '', heartbeat: new Date() }
  const [batch] = await db
    .update(importBatch)
    .set({ ...begun, ...set })
    .where(where)
    .returning()
  return batch
}

/** Marks the batch as finished in the transaction of its rows; throws when it was cancelled just before. */
export async function completeBatch({ db }: Pick<Ctx, 'db'>, { id, work }: Batch, set: Partial<Batch>): Promise<void> {
  const mine = and(eq(importBatch.id, id), eq(importBatch.work, work), eq(importBatch.cancelAsked, false))
  const [done] = await db.update(importBatch).set(set).where(mine).returning({ id: importBatch.id })
  if (!done) throw new Stopped()
}

/** Writes down how work ended that did not come to its end; answers why, unless somebody wanted it. */
export async function failBatch(
  ctx: Ctx,
  { id, work }: Batch,
  error: unknown,
  set: Partial<Batch> = {},
): Promise<string | undefined> {
  const failed = {
    state: 'failed' as const,
    reason: isRefusal(error) ? error.message : '系统错误，没有写入任何数据，请重试',
  }
  if (!isRefusal(error) && !(error instanceof Stopped)) ctx.log.error({ err: error, batch: id }, 'an import failed')
  if (isRefusal(error) && error.cause) ctx.log.warn({ err: error.cause, batch: id }, 'a workbook could not be read')
  await ctx.db
    .update(importBatch)
    .set({ ...(error instanceof Stopped ? { state: 'cancelled', reason: '' } : failed), ...set })
    .where(and(eq(importBatch.id, id), eq(importBatch.work, work)))
    .catch(err => ctx.log.error({ err, batch: id }, 'an import cannot be written off'))
  return error instanceof Stopped ? undefined : failed.reason
}
