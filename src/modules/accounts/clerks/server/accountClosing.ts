import { and, eq, isNull, or } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account, clerk, session } from '#modules/accounts/server/tables.ts'

/**
 * Ends every clerk relation of an account before the account is closed for good. Throws if the account owns a company.
 */
export async function clearClerks({ db, now }: Pick<Ctx, 'db' | 'now'>, accountId: number): Promise<void> {
  const [owned] = await db.select().from(account).where(eq(account.ownerId, accountId)).limit(1)
  if (owned) throw conflict(`您是“${owned.displayName}”的负责人，请先在“经办人”中移交给同事，再注销账号`)
  await db
    .update(clerk)
    .set({ endedAt: now, endedBy: 'left', phoneSealed: null, phoneHash: null })
    .where(and(or(eq(clerk.accountId, accountId), eq(clerk.companyId, accountId)), isNull(clerk.endedAt)))
  // Rows that stay no longer name the person.
  await db.update(clerk).set({ name: '已注销' }).where(eq(clerk.accountId, accountId))
  await db.delete(session).where(eq(session.companyId, accountId))
}
