import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { stateNames, stateOf } from '../states.ts'
import { findBatch, kindFor } from './batches.ts'
import type { Batch } from './batchWork.ts'
import type { ImportKind, Obstacle } from './importKinds.ts'
import { subjectOf } from './running.ts'
import { importBatch, importRow } from './tables.ts'

const UNDO_BATCH_SIZE = 500
const MAX_OBSTACLES = 200

/** Thrown to take back what has been undone so far. */
class UndoBlocked extends Error {}

export const undoingHandlers = {
  /** Takes a batch back, all of it or nothing. */
  'POST /staff/import/undo': async (ctx, { id }) => {
    const before = await findBatch(ctx, id)
    const kind = kindFor(ctx, before.kind)
    const obstacles: Obstacle[] = []
    const counts = { removed: 0, restored: 0 }
    try {
      await inTransaction(ctx, async inTx => {
        const batch = await lockDone(inTx, id)
        for await (const rows of writtenRows(inTx, id)) {
          obstacles.push(...(await kind.undo(inTx, rows, batch.writtenAt!)))
          if (obstacles.length >= MAX_OBSTACLES) break
          for (const row of rows) counts[row.before ? 'restored' : 'removed']++
        }
        if (obstacles.length > 0) throw new UndoBlocked()
        await finish(inTx, kind, batch, counts)
      })
      return { undone: true, ...counts, obstacles }
    } catch (error) {
      if (!(error instanceof UndoBlocked)) throw error
      return { undone: false, removed: 0, restored: 0, obstacles: obstacles.slice(0, MAX_OBSTACLES) }
    }
  },
} satisfies Partial<Handlers<typeof staffImportsContract>>

async function lockDone({ db, now }: Ctx, id: number): Promise<Batch> {
  const [batch] = await db.select().from(importBatch).where(eq(importBatch.id, id)).for('update')
  if (batch!.state !== 'done') throw conflict(`这个批次${stateNames[stateOf(batch!, now)]}，不能撤销`)
  if (batch!.fileId === null) throw conflict('已超过可以撤销的期限')
  return batch!
}

async function* writtenRows({ db }: Ctx, batchId: number) {
  let after = 0
  for (;;) {
    const rows = await db
      .select()
      .from(importRow)
      .where(and(eq(importRow.batchId, batchId), gt(importRow.row, after)))
      .orderBy(asc(importRow.row))
      .limit(UNDO_BATCH_SIZE)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.row
  }
}

async function finish(ctx: Ctx, kind: ImportKind, batch: Batch, detail: Record<string, number>): Promise<void> {
  await ctx.db.execute(sql`delete from ${importRow} where ${eq(importRow.batchId, batch.id)}`)
  await record(ctx, { action: 'import.undo', ...subjectOf(kind, batch), detail })
  await ctx.db.update(importBatch).set({ state: 'undone' }).where(eq(importBatch.id, batch.id))
}
