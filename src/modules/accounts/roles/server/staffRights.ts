import { and, asc, eq } from 'drizzle-orm'
import type { Ctx, SignedInActor } from '#lib/server/api/context.ts'
import { deputyTermsToday } from '#modules/accounts/server/deputyTerms.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { asActor, type Grants, grantsOf, mergeGrants, subtractGrants } from './grants.ts'
import { readRoles } from './roles.ts'

type ReadCtx = Pick<Ctx, 'db' | 'now'>
type RoleHolder = { id: number; roles: string[] }

/**
 * Returns the current permissions of a staff account: those of its roles, and those of colleagues for whom it is the
 * deputy.
 */
export async function rightsOf(
  ctx: ReadCtx,
  { id, roles: held }: RoleHolder,
): Promise<Pick<SignedInActor, 'permissions' | 'limited' | 'standsIn'>> {
  const [roles, lent] = await Promise.all([readRoles(ctx), deputyTermsToday(ctx, id)])
  const own = grantsOf(held, roles)
  // Only what a principal has by roles is lent; deputyships do not chain.
  const parts = lent.map(({ name, roles: theirs }) => ({ name, grants: grantsOf(theirs, roles) }))
  const standsIn: Record<string, string> = {}
  for (const { name, grants } of parts)
    for (const permission of subtractGrants(grants, own).keys())
      standsIn[permission] = standsIn[permission] ? `${standsIn[permission]}、${name}` : name
  return { ...asActor(mergeGrants([own, ...parts.map(({ grants }) => grants)])), standsIn }
}

/** `own`: by their own roles alone. */
type ActiveStaff = { id: number; name: string; roles: string[]; own: Grants; grants: Grants }

/** Returns all active staff accounts with their grants. */
export async function activeStaff(ctx: ReadCtx): Promise<ActiveStaff[]> {
  const roles = await readRoles(ctx)
  const lent = await deputyTermsToday(ctx)
  const staff = await ctx.db
    .select({ id: account.id, name: account.displayName, roles: account.roles })
    .from(account)
    .where(and(eq(account.kind, 'staff'), eq(account.status, 'active')))
    .orderBy(asc(account.id))
  return staff.map(one => {
    const theirs = lent.filter(({ deputyId }) => deputyId === one.id).map(each => grantsOf(each.roles, roles))
    const own = grantsOf(one.roles, roles)
    return { ...one, own, grants: mergeGrants([own, ...theirs]) }
  })
}
