import { eq } from 'drizzle-orm'
import { forbidden } from '#lib/error.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { ADMIN } from '../../colleagues/permissions.ts'
import { beyond, type Grants, grantsOf, inWords } from './grants.ts'
import { readRoles } from './roles.ts'

type Asking = Pick<Ctx, 'db' | 'actor' | 'isCommand'>

/** Returns what the caller may pass on: grants of their own roles, without those lent by a principal. */
export async function ownGrants(ctx: Asking): Promise<Grants> {
  if (ctx.isCommand) return grantsOf([ADMIN], await readRoles(ctx))
  const [own] = await ctx.db
    .select({ roles: account.roles })
    .from(account)
    .where(eq(account.id, signed(ctx).accountId))
  return grantsOf(own?.roles ?? [], await readRoles(ctx))
}

export const beyondOwn = async (ctx: Asking, grants: Grants): Promise<Grants> => beyond(grants, await ownGrants(ctx))

/** Throws 403 if `grants` go beyond what the caller has: nobody grants, revokes or changes more than they may do. */
export async function refuseBeyondOwn(ctx: Asking, grants: Grants, what: string): Promise<void> {
  const more = await beyondOwn(ctx, grants)
  if (more.size > 0) throw forbidden(`${what}您自己没有的权限：${inWords(more).join('、')}，请由有这些权限的同事办理`)
}
