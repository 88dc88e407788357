import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { maskForm } from '#lib/server/encryption/encryptedForm.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { findBatch } from './batches.ts'
import type { Batch } from './batchWork.ts'
import { findKind } from './importKinds.ts'
import { importFault } from './tables.ts'

type Endpoints = typeof staffImportsContract

/** Fault message without the quoted cell text and the numbers of rows, to group equal faults. */
const cause = sql<string>`regexp_replace(regexp_replace(${importFault.message}, '“[^”]*”', '“…”', 'g'), '第 [0-9]+ 行', '第 … 行', 'g')`
const MAX_CAUSES = 50

export const faultsHandlers = {
  'GET /staff/import/causes': async (ctx, asked) => {
    const { id } = await findBatch(ctx, asked.id)
    const { heading, row, batchId } = importFault
    return ctx.db
      .select({ heading, cause, count: count(), firstRow: sql<number>`min(${row})`.mapWith(Number) })
      .from(importFault)
      .where(eq(batchId, id))
      .groupBy(heading, cause)
      .orderBy(desc(count()), sql`min(${row})`, heading)
      .limit(MAX_CAUSES)
  },
  'GET /staff/import/faults': async (ctx, asked) => {
    const batch = await findBatch(ctx, asked.id)
    const { id } = batch
    const { batchId, row, column } = importFault
    const where = and(
      eq(batchId, id),
      asked.heading === undefined ? undefined : eq(importFault.heading, asked.heading),
      asked.cause === undefined ? undefined : eq(cause, asked.cause),
    )
    const [rows, total] = await Promise.all([
      ctx.db
        .select()
        .from(importFault)
        .where(where)
        .orderBy(asc(row), asc(column), asc(importFault.id))
        .limit(asked.pageSize)
        .offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${importFault} where ${where!}`),
    ])
    const shown = await maskFor(ctx, batch)
    const list = rows.map(({ id, row, column, heading, name, message, cellSealed }) => ({
      id,
      row,
      heading,
      name,
      message,
      ...shown(name, cellOf(ctx, cellSealed)),
      cell: column > 0 ? `${columnLetters(column)}${row}` : `第 ${row} 行`,
    }))
    return toPage(list, total, asked)
  },
} satisfies Partial<Handlers<Endpoints>>

/** Whole numbers are read by whoever uploaded them; colleagues see a part. */
async function maskFor(ctx: Ctx, { kind, createdBy }: Batch) {
  const columns = await findKind(kind)!.columns(ctx)
  return (name: string, { said, who }: ReturnType<typeof cellOf>) => {
    const isOwn = createdBy === signedInActor(ctx).accountId
    return { who, said: isOwn ? said : String(maskForm(columns, { [name]: said })[name] ?? said) }
  }
}

function cellOf({ encryption }: Pick<Ctx, 'encryption'>, sealed: string | null): { said: string; who: string } {
  return sealed ? JSON.parse(encryption.decrypt(sealed)) : { said: '', who: '' }
}

/** 1 is A, 27 is AA. */
export const columnLetters = (column: number): string =>
  column > 26
    ? columnLetters(Math.floor((column - 1) / 26)) + columnLetters(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)
