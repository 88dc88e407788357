import { and, desc, eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { receiptTitle } from '#modules/membership/server/tables.ts'
import type { memberFeesContract } from '../contract.ts'
import { titleFields } from '../receiptForm.ts'

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

const titleForm = bindForm(titleFields, receiptTitle, {
  receiptTitle: 'title',
  receiptCreditCode: 'creditCode',
  receiptEmail: 'email',
}).besides({ id: true, accountId: true, usedAt: true })

/** What a receipt says of its title, for the next time. */
export async function keepTitle(ctx: Ctx, receipt: FormValues): Promise<void> {
  const set = { ...titleForm.rowOf(receipt), usedAt: ctx.now }
  await ctx.db
    .insert(receiptTitle)
    .values({ accountId: signed(ctx).accountId, ...set })
    .onConflictDoUpdate({ target: [receiptTitle.accountId, receiptTitle.title], set })
}
