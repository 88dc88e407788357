import { and, desc, eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { receiptTitle } from '#modules/membership/server/tables.ts'
import type { memberFeesContract } from '../contract.ts'

type Endpoints = typeof memberFeesContract

export const receiptTitlesHandlers = {
  'GET /member/fee/titles': ctx =>
    ctx.db
      .select({
        id: receiptTitle.id,
        title: receiptTitle.title,
        creditCode: receiptTitle.creditCode,
        email: receiptTitle.email,
      })
      .from(receiptTitle)
      .where(eq(receiptTitle.accountId, signed(ctx).accountId))
      .orderBy(desc(receiptTitle.usedAt), desc(receiptTitle.id)),
  'POST /member/fee/titleRemove': async (ctx, { id }) => {
    const removed = await ctx.db
      .delete(receiptTitle)
      .where(and(eq(receiptTitle.id, id), eq(receiptTitle.accountId, signed(ctx).accountId)))
      .returning({ id: receiptTitle.id })
    if (removed.length === 0) throw notFound('这个票据抬头已不存在')
    return {}
  },
} satisfies Partial<Handlers<Endpoints>>

type Title = { receiptTitle: string; receiptCreditCode: string; receiptEmail: string }

/** For the next time. */
export async function keepTitle(ctx: Ctx, of: Title): Promise<void> {
  const set = { creditCode: of.receiptCreditCode, email: of.receiptEmail, usedAt: ctx.now }
  await ctx.db
    .insert(receiptTitle)
    .values({ accountId: signed(ctx).accountId, title: of.receiptTitle, ...set })
    .onConflictDoUpdate({ target: [receiptTitle.accountId, receiptTitle.title], set })
}
