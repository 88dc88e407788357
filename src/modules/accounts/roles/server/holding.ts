import { and, asc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type Grants, grantsOf } from './grants.ts'
import { readRoles } from './roles.ts'

/** What an account with these roles may do at this moment. */
export const grantsOfAccount = async (ctx: Pick<Ctx, 'db'>, held: readonly string[]): Promise<Grants> =>
  held.length > 0 ? grantsOf(held, await readRoles(ctx)) : new Map()

type AtWork = { id: number; name: string; roles: string[]; grants: Grants }

/** Everyone of the staff whose account is in use, and what each of them may do. */
export async function staffAtWork(ctx: Pick<Ctx, 'db'>): Promise<AtWork[]> {
  const roles = await readRoles(ctx)
  const staff = await ctx.db
    .select({ id: account.id, name: account.displayName, roles: account.roles })
    .from(account)
    .where(and(eq(account.kind, 'staff'), eq(account.status, 'active')))
    .orderBy(asc(account.id))
  return staff.map(one => ({ ...one, grants: grantsOf(one.roles, roles) }))
}
