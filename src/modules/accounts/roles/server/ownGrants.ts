import { eq } from 'drizzle-orm'
import { forbidden } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { ADMIN } from '#modules/accounts/permissions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type Grants, grantLabels, grantsOf, subtractGrants } from './grants.ts'
import { readRoles } from './roles.ts'

type ReadCtx = Pick<Ctx, 'db' | 'actor' | 'isCommand'>

/** Returns what the caller may pass on: grants of their own roles, without those lent by a principal. */
export async function ownGrants(ctx: ReadCtx): Promise<Grants> {
  if (ctx.isCommand) return grantsOf([ADMIN], await readRoles(ctx))
  const [own] = await ctx.db
    .select({ roles: account.roles })
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return grantsOf(own?.roles ?? [], await readRoles(ctx))
}

export const missingGrants = async (ctx: ReadCtx, grants: Grants): Promise<Grants> =>
  subtractGrants(grants, await ownGrants(ctx))

/** Throws 403 if `grants` go beyond what the caller has: nobody grants, revokes or changes more than they may do. */
export async function refuseMissingGrants(ctx: ReadCtx, grants: Grants, what: string): Promise<void> {
  const more = await missingGrants(ctx, grants)
  if (more.size > 0)
    throw forbidden(`${what}您自己没有的权限：${grantLabels(more).join('、')}，请由有这些权限的同事办理`)
}
