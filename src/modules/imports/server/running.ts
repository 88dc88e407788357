import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { HEARTBEAT_TIMEOUT_MS, stateNames, stateOf } from '../states.ts'
import { findBatch, kindFor } from './batches.ts'
import { type Batch, claimBatch, completeBatch, failBatch, heartbeat, keepAlive } from './batchWork.ts'
import { type Counts, countVerdict, noCounts, withBatchFile } from './checking.ts'
import type { Decided, ImportKind } from './importKinds.ts'
import { readCorrections } from './mending/mended.ts'
import { type CheckedRow, checkRows } from './rowChecks.ts'
import { importBatch, importRow } from './tables.ts'

const shared = { group: '工作人员', sms: '' }
const about = { 导入: '会员：会员名册.xlsx' }

const done = defineTemplate({
  ...shared,
  code: 'desk.importDone',
  name: '批量导入完成',

  title: '导入完成：{导入}',
  content: '“{导入}”已导入：新增 {新增} 行，更新 {更新} 行，有问题未导入 {未导入} 行。',
  placeholders: { ...about, 新增: '120', 更新: '8', 未导入: '2' },
})
const failed = defineTemplate({
  ...shared,
  code: 'desk.importFailed',
  name: '批量导入没有成功',
  title: '导入没有成功：{导入}',
  content: '“{导入}”没有写入任何数据：{原因}',
  placeholders: { ...about, 原因: '有 2 行有问题' },
})

/** Notifies the colleague who started the import, since they may be working on something else. */
async function notifyImportEnd(
  ctx: Ctx,
  batch: Batch,
  name: string,
  ended: { added: number; changed: number; bad: number } | { reason: string },
): Promise<void> {
  const values: Record<string, string> =
    'reason' in ended
      ? { 原因: ended.reason }
      : { 新增: String(ended.added), 更新: String(ended.changed), 未导入: String(ended.bad) }
  const texts = await renderTemplate(ctx, 'reason' in ended ? failed.code : done.code, { 导入: name, ...values })
  const link = { route: `/staff/imports/${batch.id}`, objectType: 'import_batch', objectId: batch.id }
  // Told although it was they who did it: the end comes later than the act.
  const byItself = { ...ctx, actor: { kind: 'anonymous' as const } }
  await notifyStaff(
    byItself,
    { accountIds: [batch.createdBy] },
    { ...texts, kind: 'operation', sms: undefined, ...link },
  )
}

type Endpoints = typeof staffImportsContract

export const runningHandlers = {
  /** Takes a checked batch on, and answers at once; of two who start it at the same time, one does. */
  'POST /staff/import/start': async (ctx, { id, rows }) => {
    const before = await findBatch(ctx, id)
    const kind = kindFor(ctx, before.kind)
    const begun = await ctx.db.transaction(async tx => {
      await record({ ...ctx, db: tx }, { action: 'import.start', ...subjectOf(kind, before), detail: { rows } })
      const batch = await claimBatch({ db: tx }, isStartable(id, ctx.now), {
        state: 'running',
        wholeOnly: rows === 'all',
      })
      if (!batch) throw conflict(`这个批次${stateNames[stateOf(before, ctx.now)]}，不能开始导入`)
      if (rows === 'all' && batch.bad > 0)
        throw invalid(`有 ${batch.bad} 行有问题，按“全部或不导入”没有导入任何数据，请先更正`)
      if (batch.added + batch.changed === 0) throw invalid('没有需要写入的行')
      return batch
    })
    void runImport(ctx, kind, begun)
    return {}
  },
} satisfies Partial<Handlers<Endpoints>>

export const subjectOf = (kind: ImportKind, { id, fileName }: Batch) => ({
  objectType: 'import_batch',
  objectId: id,
  objectName: `${kind.name}：${fileName}`,
})

/** Checked whole, and nobody is at work on it. */
const isStartable = (id: number, now: Date) =>
  and(
    eq(importBatch.id, id),
    isNotNull(importBatch.checkedAt),
    isNotNull(importBatch.fileId),
    or(
      inArray(importBatch.state, ['checked', 'cancelled', 'failed']),
      and(eq(importBatch.state, 'running'), lt(importBatch.heartbeat, new Date(now.getTime() - HEARTBEAT_TIMEOUT_MS))),
    ),
  )!

/**
 * Imports all rows in one transaction: an abort leaves nothing behind. Rows are checked again, since the register may
 * have changed since the check.
 */
async function runImport(ctx: Ctx, kind: ImportKind, batch: Batch): Promise<void> {
  const beat = heartbeat(ctx, batch)
  const counts = noCounts()
  const inOneTransaction = () =>
    inTransaction(ctx, async inTx => {
      await awaitTurn(inTx, beat)
      await withBatchFile(ctx, batch, async work => {
        const chosen = await readCorrections(inTx, batch)
        for await (const { rows } of checkRows(inTx, kind, work, { lock: true, ...chosen })) {
          for (const row of rows) countVerdict(counts, row)
          if (batch.wholeOnly && counts.bad > 0)
            throw invalid('检查之后登记情况有变化，有的行不能再写入；没有导入任何数据，请重新上传检查')
          await writeRows(inTx, kind, batch.id, rows)
          await beat(counts.rows)
        }
      })
      const beatAtEnd = heartbeat(ctx, batch)
      await kind.finish?.run(inTx, batch.id, done => beatAtEnd(counts.rows + done))
      await record(inTx, { action: 'import.run', ...subjectOf(kind, batch), detail: counts })
      const notes = [...batch.notes, ...skippedSince(batch, counts)]
      await completeBatch(inTx, batch, { ...counts, notes, state: 'done', progress: counts.rows, writtenAt: ctx.now })
      await notifyImportEnd(inTx, batch, subjectOf(kind, batch).objectName, counts)
    })
  try {
    await keepAlive(ctx, batch, inOneTransaction)
  } catch (error) {
    const reason = await failBatch(ctx, batch, error)
    if (reason) await notifyImportFailure(ctx, kind, batch, reason)
  }
}

const notifyImportFailure = (ctx: Ctx, kind: ImportKind, batch: Batch, reason: string) =>
  ctx.db
    .transaction(db => notifyImportEnd({ ...ctx, db }, batch, subjectOf(kind, batch).objectName, { reason }))
    .catch(err => ctx.log.error({ err, batch: batch.id }, 'nobody was told of an import that failed'))

const skippedSince = ({ bad: before }: Batch, { bad }: Counts) =>
  bad > before ? [`检查之后登记情况有变化，另有 ${bad - before} 行没有导入`] : []

const LOCK_RETRY_MS = 300

/**
 * Waits for the advisory lock: one import at a time, since two that change the same records in a different order would
 * deadlock.
 */
async function awaitTurn({ db }: Ctx, beat: (progress: number) => Promise<void>): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('hangxie import')) got`,
    )
    if (rows[0]!.got) return
    await beat(0)
    await wait(LOCK_RETRY_MS)
  }
}

async function writeRows(ctx: Ctx, kind: ImportKind, batchId: number, rows: CheckedRow[]): Promise<void> {
  const wanted = rows.filter(({ verdict }) => verdict?.do === 'add' || verdict?.do === 'change') as (CheckedRow &
    Decided)[]
  if (wanted.length === 0) return
  const ids = await kind.write(ctx, wanted)
  await ctx.db.insert(importRow).values(
    wanted.map(({ row, verdict }, i) => {
      const written = ids[i]!
      const { id, also } = typeof written === 'number' ? { id: written, also: null } : written
      return { batchId, row, objectId: id, before: verdict.do === 'change' ? verdict.before : null, also }
    }),
  )
}
