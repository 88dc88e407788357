import { and, asc, count, desc, eq, min, sql } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { privateFile } from '#modules/files/server/privateFile.ts'
import { file } from '#modules/files/server/tables.ts'
import {
  type BatchState,
  batchStateName,
  HEARTBEAT_TIMEOUT_MS,
  letterKindNames,
  letterStateNames,
} from '../../letterWords.ts'
import type { letterContract } from '../contract.ts'
import { refuseDay } from './letterActs.ts'
import { dropFile, makeFile, startAgain } from './making.ts'
import { paymentLetter, paymentLetterBatch } from './tables.ts'

type Batch = typeof paymentLetterBatch.$inferSelect

async function findBatch({ db }: Pick<Ctx, 'db'>, id: number): Promise<Batch> {
  const [of] = await db.select().from(paymentLetterBatch).where(eq(paymentLetterBatch.id, id))
  if (!of) throw notFound('这个打印批次不存在')
  return of
}

const stateOf = ({ state, heartbeat }: Batch, { now }: Pick<Ctx, 'now'>): BatchState =>
  state === 'making' && now.getTime() - heartbeat.getTime() > HEARTBEAT_TIMEOUT_MS ? 'interrupted' : state

const total = sql<string>`(select coalesce(sum(total), 0) from ${paymentLetter}
  where batch_id = ${paymentLetterBatch.id} and state <> 'void')`

const selectBatches = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ of: paymentLetterBatch, createdName: account.displayName, total })
    .from(paymentLetterBatch)
    .innerJoin(account, eq(account.id, paymentLetterBatch.createdBy))
    .$dynamic()

type Entry = { of: Batch; createdName: string; total: string }

function toBatch({ of, createdName, total }: Entry, ctx: Pick<Ctx, 'now'>) {
  const state = stateOf(of, ctx)
  return {
    id: of.id,
    kind: of.kind,
    kindName: letterKindNames[of.kind],
    count: of.count,
    total: Number(total),
    payBy: of.payBy,
    state,
    stateName: of.count === 1 && state === 'done' ? '单封' : batchStateName(state, of.fileId !== null),
    progress: of.progress,
    reason: of.reason,
    hasFile: of.fileId !== null,
    createdName,
    createdTime: iso(of.createdAt),
  }
}

async function rangeOf({ db }: Pick<Ctx, 'db'>, { id }: Batch) {
  const [ends] = await db
    .select({ first: min(paymentLetter.id), last: sql<number>`max(${paymentLetter.id})` })
    .from(paymentLetter)
    .where(eq(paymentLetter.batchId, id))
  const rows = await db
    .select({ number: paymentLetter.number })
    .from(paymentLetter)
    .where(sql`${paymentLetter.id} in (${ends!.first}, ${ends!.last})`)
    .orderBy(asc(paymentLetter.id))
  return { first: rows[0]!.number, last: rows.at(-1)!.number }
}

async function namedBatch(ctx: Pick<Ctx, 'db'>, of: Batch) {
  const { first, last } = await rangeOf(ctx, of)
  return {
    objectType: 'paymentLetterBatch',
    objectId: of.id,
    objectName: first === last ? first : `${first} 至 ${last}`,
  }
}

const isPrintedIn = (id: number) => and(eq(paymentLetter.batchId, id), eq(paymentLetter.state, 'printed'))

export const batchesHandlers = {
  'GET /staff/letter/batch/list': async (ctx, asked) => {
    const [rows, [counted]] = await Promise.all([
      selectBatches(ctx).orderBy(desc(paymentLetterBatch.id)).limit(asked.pageSize).offset(offset(asked)),
      ctx.db.select({ n: count() }).from(paymentLetterBatch),
    ])
    const list = rows.map(row => toBatch(row, ctx))
    return toPage(list, counted!.n, asked)
  },
  'GET /staff/letter/batch/detail': async (ctx, { id }) => {
    const [row] = await selectBatches(ctx).where(eq(paymentLetterBatch.id, id))
    if (!row) throw notFound('这个打印批次不存在')
    const states = await ctx.db
      .select({ state: paymentLetter.state, count: count() })
      .from(paymentLetter)
      .where(eq(paymentLetter.batchId, id))
      .groupBy(paymentLetter.state)
    return {
      ...toBatch(row, ctx),
      ...(await rangeOf(ctx, row.of)),
      states: states.map(({ state, count }) => ({ state, stateName: letterStateNames[state], count })),
    }
  },
  'GET /staff/letter/batch/file': async (ctx, { id }) => {
    const of = await findBatch(ctx, id)
    const [kept] = of.fileId === null ? [] : await ctx.db.select().from(file).where(eq(file.id, of.fileId))
    if (!kept) throw notFound('文件没有生成，或已清理，请重新生成')
    await record(ctx, { action: 'paymentLetter.download', ...(await namedBatch(ctx, of)), detail: { 封数: of.count } })
    return privateFile(ctx, kept)
  },
  'POST /staff/letter/batch/make': async (ctx, { id }) => {
    const before = await findBatch(ctx, id)
    if (before.fileId !== null) throw conflict('文件已经生成，可以直接下载')
    void makeFile(ctx, await startAgain(ctx, before))
    return {}
  },
  'POST /staff/letter/batch/dispatch': (ctx, { id, dispatchedOn, note }) =>
    inTransaction(ctx, async tx => {
      const of = await findBatch(tx, id)
      refuseDay(ctx, 'dispatchedOn', dispatchedOn, dayOf(of.createdAt), '打印的日期')
      const rows = await tx.db
        .update(paymentLetter)
        .set({ state: 'dispatched', dispatchedOn, dispatchNote: note })
        .where(isPrintedIn(id))
        .returning({ id: paymentLetter.id })
      if (rows.length === 0) throw conflict('这个批次没有待寄发的函件')
      const detail = { 寄发日期: dispatchedOn, 寄递单号: note, 封数: rows.length }
      await record(tx, { action: 'paymentLetter.dispatch', ...(await namedBatch(tx, of)), detail })
      return { dispatched: rows.length }
    }),
  'POST /staff/letter/batch/void': async (ctx, { id, reason }) => {
    const { of, voided } = await inTransaction(ctx, async tx => {
      const of = await findBatch(tx, id)
      const rows = await tx.db
        .update(paymentLetter)
        .set({ state: 'void', voidReason: reason })
        .where(isPrintedIn(id))
        .returning({ id: paymentLetter.id })
      if (rows.length === 0) throw conflict('这个批次没有待寄发的函件')
      // A batch of which some were dispatched can still be printed again; else its making ends here.
      if (rows.length === of.count)
        await tx.db.update(paymentLetterBatch).set({ state: 'void' }).where(eq(paymentLetterBatch.id, id))
      await record(tx, {
        action: 'paymentLetter.void',
        ...(await namedBatch(tx, of)),
        detail: { reason, 封数: rows.length },
      })
      return { of, voided: rows.length }
    })
    // The file shows letters that are void now.
    if (of.fileId !== null) await dropFile(ctx, id, of.fileId)
    return { voided }
  },
} satisfies Partial<Handlers<typeof letterContract>>
