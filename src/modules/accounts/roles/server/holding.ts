import { and, asc, eq } from 'drizzle-orm'
import type { Ctx, Signed } from '#lib/server/api/context.ts'
import { standInsToday } from '#modules/accounts/deputies/server/standIns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { asActor, beyond, type Grants, grantsOf, together } from './grants.ts'
import { readRoles } from './roles.ts'

type Asking = Pick<Ctx, 'db' | 'now'>
type Held = { id: number; roles: string[] }

/** What somebody of the staff may do at this moment: by their own roles, and for colleagues whose deputy they are. */
export async function rightsOf(
  ctx: Asking,
  { id, roles: held }: Held,
): Promise<Pick<Signed, 'permissions' | 'limited' | 'standsIn'>> {
  const [roles, lent] = await Promise.all([readRoles(ctx), standInsToday(ctx, id)])
  const own = grantsOf(held, roles)
  // Of a deputy's own deputy nothing comes along: what is lent is what the colleague has by roles.
  const parts = lent.map(({ name, roles: theirs }) => ({ name, grants: grantsOf(theirs, roles) }))
  const standsIn: Record<string, string> = {}
  for (const { name, grants } of parts)
    for (const permission of beyond(grants, own).keys())
      standsIn[permission] = standsIn[permission] ? `${standsIn[permission]}、${name}` : name
  return { ...asActor(together([own, ...parts.map(({ grants }) => grants)])), standsIn }
}

/** `own`: by their own roles alone. */
type AtWork = { id: number; name: string; roles: string[]; own: Grants; grants: Grants }

/** Everyone of the staff whose account is in use, and what each of them may do. */
export async function staffAtWork(ctx: Asking): Promise<AtWork[]> {
  const roles = await readRoles(ctx)
  const lent = await standInsToday(ctx)
  const staff = await ctx.db
    .select({ id: account.id, name: account.displayName, roles: account.roles })
    .from(account)
    .where(and(eq(account.kind, 'staff'), eq(account.status, 'active')))
    .orderBy(asc(account.id))
  return staff.map(one => {
    const theirs = lent.filter(({ deputyId }) => deputyId === one.id).map(each => grantsOf(each.roles, roles))
    const own = grantsOf(one.roles, roles)
    return { ...one, own, grants: together([own, ...theirs]) }
  })
}
