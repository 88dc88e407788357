import { and, eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'

/** A member of staff. */
export async function findColleague({ db }: Pick<Ctx, 'db'>, id: number): Promise<Account> {
  const [found] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), eq(account.kind, 'staff')))
  if (!found) throw notFound('没有这位工作人员')
  return found
}
