import { and, eq, inArray, sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import {
  CREDIT,
  type OpenReceivable,
  owedId,
  type ReceivableKind,
  receivableIdOf,
  receivableKinds,
} from '#modules/ledger/kinds/server/receivableKinds.ts'
import { allocation, payment, refund } from '#modules/ledger/server/tables.ts'

/** A receivable with what is still open of it, in yuan. */
export type Owed = OpenReceivable & { kind: ReceivableKind; receivableId: number; open: number }

/** Sums allocated to receivables, by their ids among all kinds. */
export async function readAllocated({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: allocation.receivableId, amount: sql`sum(${allocation.amount})`.mapWith(Number) })
    .from(allocation)
    .where(inArray(allocation.receivableId, [...ids]))
    .groupBy(allocation.receivableId)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/** What was allocated to one of them, in yuan. */
export const allocatedTo = async (ctx: Pick<Ctx, 'db'>, id: number): Promise<number> =>
  (await readAllocated(ctx, [id])).get(id) ?? 0

/** Sums paid back of receivables, by their ids among all kinds: what was paid back of one that is open is owed again. */
async function readRefunded({ db }: Pick<Ctx, 'db'>, some: readonly Pick<Owed, 'kind' | 'id' | 'receivableId'>[]) {
  if (some.length === 0) return new Map<number, number>()
  const rows = await db
    .select({
      payable: refund.payable,
      payableId: refund.payableId,
      amount: sql`sum(${refund.amount})`.mapWith(Number),
    })
    .from(refund)
    .where(and(eq(refund.state, 'paid'), inArray(refund.payableId, [...new Set(some.map(({ id }) => id))])))
    .groupBy(refund.payable, refund.payableId)
  return new Map(rows.map(({ payable, payableId, amount }) => [receivableIdOf(payable, payableId), amount]))
}

/** What a row of `payment` has given to nobody: its credit, refunds not counted. */
export const creditAllocated = sql`(select coalesce(sum(${allocation.amount}), 0) from ${allocation}
  where ${allocation.paymentId} = ${payment.id} and ${allocation.kind} = ${sql.raw(`'${CREDIT}'`)})`

async function withOpen(ctx: Pick<Ctx, 'db'>, found: (OpenReceivable & { kind: ReceivableKind })[]): Promise<Owed[]> {
  const all = found.map(one => ({ ...one, receivableId: owedId(one.kind, one.id) }))
  const allocated = await readAllocated(
    ctx,
    all.map(({ receivableId }) => receivableId),
  )
  const refunded = await readRefunded(
    ctx,
    all.filter(({ isOpen }) => isOpen),
  )
  const keptOf = (id: number) => sumAmounts([allocated.get(id) ?? 0, -(refunded.get(id) ?? 0)])
  return all.map(one => ({
    ...one,
    open: one.isOpen ? Math.max(0, sumAmounts([one.amount, -keptOf(one.receivableId)])) : 0,
  }))
}

/** Returns everything still open, and of what was paid recently at least the records with one of these numbers. */
export async function listOwed(ctx: Ctx, numbers: readonly string[]): Promise<Owed[]> {
  const lists = await Promise.all(
    receivableKinds().map(async kind => {
      const found = await (kind.listCalled?.(ctx, numbers) ?? kind.list(ctx))
      return found.map(one => ({ ...one, kind }))
    }),
  )
  return withOpen(ctx, lists.flat())
}

/** Returns these receivables of a kind. */
export async function readOwed(ctx: Ctx, kind: ReceivableKind, ids: readonly number[]): Promise<Owed[]> {
  const found = await kind.list(ctx, ids)
  return withOpen(
    ctx,
    found.map(one => ({ ...one, kind })),
  )
}

export async function readOneOwed(ctx: Ctx, kind: ReceivableKind, id: number): Promise<Owed> {
  const [of] = await readOwed(ctx, kind, [id])
  if (!of) throw notFound(`这笔${kind.name}不存在`)
  return of
}
