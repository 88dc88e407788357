import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { offeredOptions } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { typedCode } from '#lib/typed.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffImportsContract } from '../../staffContract.ts'
import { stateNames, stateOf } from '../../states.ts'
import { findBatch, kindFor } from '../batches.ts'
import { type Batch, claimBatch } from '../batchWork.ts'
import { checkBatch } from '../checking.ts'
import type { ImportColumn } from '../importKinds.ts'
import { subjectOf } from '../running.ts'
import { importBatch, importFault, importMeaning, importMend } from '../tables.ts'

const optionsOf = ({ kind, options = [] }: ImportColumn) =>
  (kind === 'province' ? provinces : offeredOptions(options)).map(({ code, name }) => ({ code, name }))

export const mendingHandlers = {
  /** Words that are none of the choices: each once, with how often it stands there, to be said what it means. */
  'GET /staff/import/unknown': async (ctx, asked) => {
    const { id, kind: of } = await findBatch(ctx, asked.id)
    const columns = await kindFor(ctx, of).columns(ctx)
    const { name, heading, unknown, batchId } = importFault
    const rows = await ctx.db
      .select({ name, heading, value: sql<string>`${unknown}`, count: count() })
      .from(importFault)
      .where(and(eq(batchId, id), isNotNull(unknown)))
      .groupBy(name, heading, unknown)
      .orderBy(desc(count()), asc(unknown))
      .limit(MAX_UNKNOWN_WORDS)
    return rows.map(row => ({ ...row, options: optionsOf(columns.find(one => one.name === row.name)!) }))
  },
  'POST /staff/import/mean': (ctx, { id, meanings }) =>
    recheckWith(ctx, id, async (tx, batch) => {
      const columns = await kindFor(tx, batch.kind).columns(tx)
      const createdByName = await ownName(tx)
      const rows = meanings.map(({ name, value, code }) => {
        const column = columns.find(one => one.name === name)
        if (!column || !optionsOf(column).some(one => one.code === code))
          throw invalid('请从列表中选择', { meanings: `“${value}”对应的不在可选值之中` })
        return { kind: batch.kind, name, said: typedCode(value), meant: code, createdByName, createdAt: ctx.now }
      })
      const { kind, name, said } = importMeaning
      await tx.db
        .insert(importMeaning)
        .values(rows)
        .onConflictDoUpdate({ target: [kind, name, said], set: { meant: sql`excluded.meant` } })
      return { 对应: rows.length }
    }),
  'POST /staff/import/mend': (ctx, { id, cells }) =>
    recheckWith(ctx, id, async (tx, batch) => {
      const names = (await kindFor(tx, batch.kind).columns(tx)).map(({ name }) => name)
      if (cells.some(({ name }) => !names.includes(name))) throw invalid('没有这一列', { cells: '没有这一列' })
      const rows = cells.map(({ row, name, value }) => ({
        batchId: id,
        row,
        name,
        valueSealed: ctx.encryption.encrypt(value),
      }))
      const { batchId, row, name } = importMend
      await tx.db
        .insert(importMend)
        .values(rows)
        .onConflictDoUpdate({ target: [batchId, row, name], set: { valueSealed: sql`excluded.value_sealed` } })
      return { 更正: rows.length }
    }),
  'GET /staff/import/meanings': async (ctx, { kind: of }) => {
    const columns = await kindFor(ctx, of).columns(ctx)
    const rows = await ctx.db
      .select()
      .from(importMeaning)
      .where(eq(importMeaning.kind, of))
      .orderBy(asc(importMeaning.id))
    return rows.map(({ id, name, said, meant, createdByName }) => {
      const column = columns.find(one => one.name === name)
      const option = column && optionsOf(column).find(({ code }) => code === meant)
      return { id, heading: column?.label ?? name, said, meant: option?.name ?? meant, createdByName }
    })
  },
  'POST /staff/import/forget': async (ctx, { id }) => {
    const [found] = await ctx.db.select().from(importMeaning).where(eq(importMeaning.id, id))
    if (!found) throw notFound('没有这项对应，或已经删除')
    const kind = kindFor(ctx, found.kind)
    await inTransaction(ctx, async tx => {
      await tx.db.delete(importMeaning).where(eq(importMeaning.id, id))
      const about = { objectType: 'import_batch', objectName: kind.name, detail: { 表中的值: found.said } }
      await record(tx, { action: 'import.forget', ...about })
    })
    return {}
  },
} satisfies Partial<Handlers<typeof staffImportsContract>>

/** Different words that are shown at once. */
const MAX_UNKNOWN_WORDS = 100

/** Checked, not written, and nobody is at work on it. */
const isOpen = (id: number) =>
  and(
    eq(importBatch.id, id),
    isNull(importBatch.writtenAt),
    isNotNull(importBatch.fileId),
    inArray(importBatch.state, ['checked', 'cancelled', 'failed']),
  )!

/** Stores corrections in a transaction, then checks the same sheet again with them. */
export async function recheckWith(
  ctx: Ctx,
  id: number,
  mend: (tx: Ctx, batch: Batch) => Promise<Record<string, number>>,
) {
  const before = await findBatch(ctx, id)
  const kind = kindFor(ctx, before.kind)
  const begun = await inTransaction(ctx, async tx => {
    const batch = await claimBatch({ db: tx.db }, isOpen(id), { state: 'parsing', checkedAt: null })
    if (!batch) throw conflict(`这个批次${stateNames[stateOf(before, ctx.now)]}，不能再更正；请上传更正后的表格`)
    const detail = await mend(tx, batch)
    const [current] = await tx.db.select().from(importBatch).where(eq(importBatch.id, id))
    await tx.db.delete(importFault).where(eq(importFault.batchId, id))
    await record(tx, { action: 'import.mend', ...subjectOf(kind, batch), detail })
    return current!
  })
  void checkBatch(ctx, kind, begun)
  return {}
}
