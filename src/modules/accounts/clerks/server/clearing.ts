import { and, eq, isNull, or } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { clerk } from './tables.ts'

/** Before an account ends for good: nobody acts by it or for it any more. Refused to who answers for a company. */
export async function clearClerks({ db, now }: Pick<Ctx, 'db' | 'now'>, accountId: number): Promise<void> {
  const [owned] = await db.select().from(account).where(eq(account.ownerId, accountId)).limit(1)
  if (owned) throw conflict(`您是“${owned.displayName}”的负责人，请先在“经办人”中移交给同事，再注销账号`)
  await db
    .update(clerk)
    .set({ endedAt: now, endedBy: 'left', phoneSealed: null, phoneHash: null })
    .where(and(or(eq(clerk.accountId, accountId), eq(clerk.companyId, accountId)), isNull(clerk.endedAt)))
  // What stays says that somebody acted, and no longer who it was.
  await db.update(clerk).set({ name: '已注销' }).where(eq(clerk.accountId, accountId))
  await db.delete(session).where(eq(session.companyId, accountId))
}
