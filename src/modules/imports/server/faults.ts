import { asc, eq, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countUpTo } from '#lib/server/database/db.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { findBatch } from './batches.ts'
import { importFault } from './tables.ts'

type Endpoints = typeof staffImportsContract

export async function listFaults(
  ctx: Ctx,
  asked: Parsed<Endpoints['GET /staff/import/faults']>,
): Promise<Output<Endpoints['GET /staff/import/faults']>> {
  const { id } = await findBatch(ctx, asked.id)
  const { batchId, row, column } = importFault
  const [rows, total] = await Promise.all([
    ctx.db
      .select()
      .from(importFault)
      .where(eq(batchId, id))
      .orderBy(asc(row), asc(column), asc(importFault.id))
      .limit(asked.pageSize)
      .offset(offset(asked)),
    countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${importFault} where ${eq(batchId, id)}`),
  ])
  const list = rows.map(({ id, row, column, heading, message }) => ({
    id,
    row,
    heading,
    message,
    cell: column > 0 ? `${letters(column)}${row}` : `第 ${row} 行`,
  }))
  return toPage(list, total, asked)
}

/** 1 is A, 27 is AA. */
const letters = (column: number): string =>
  column > 26
    ? letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)
