import { and, desc, eq, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { underWay } from '../refundWords.ts'
import { refund } from './tables.ts'

export type ReceivableRef = { kind: string; payableId: number }

/** Serialises refund requests per receivable until the transaction ends. */
export const lockRefunds = ({ db }: Pick<Ctx, 'db'>, { kind, payableId }: ReceivableRef) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refund of ${kind} ${payableId}`}, 0))`)

export const refundsOfReceivable = ({ kind, payableId }: ReceivableRef) =>
  and(eq(refund.payable, kind), eq(refund.payableId, payableId))

/**
 * Amount in yuan that was paid back of a receivable, locked against further requests until the transaction ends. Refused
 * while a refund is under way.
 */
export async function refundedOf(ctx: Pick<Ctx, 'db'>, of: ReceivableRef): Promise<number> {
  await lockRefunds(ctx, of)
  const rows = await ctx.db.select().from(refund).where(refundsOfReceivable(of))
  if (rows.some(({ state }) => underWay.some(one => one === state)))
    throw conflict('这笔款项有退款正在办理，请先在“退款”中办完或撤回')
  return sumAmounts(rows.filter(({ state }) => state === 'paid').map(({ amount }) => amount))
}

/** The latest refund that was paid out. */
export async function lastRefund({ db }: Pick<Ctx, 'db'>, of: ReceivableRef) {
  const [found] = await db
    .select({ paidOn: refund.paidOn, reason: refund.reason })
    .from(refund)
    .where(and(refundsOfReceivable(of), eq(refund.state, 'paid')))
    .orderBy(desc(refund.id))
    .limit(1)
  return found
}
