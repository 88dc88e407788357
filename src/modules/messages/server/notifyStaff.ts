import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Place } from '#lib/server/api/permissionLimits.ts'
import { ADMIN, type Permission } from '#modules/accounts/permissions.ts'
import { covers } from '#modules/accounts/roles/server/grants.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type NewMessage, type NotifyContext, notify } from './notify.ts'

/** `province`, `kind`: of what it is about; without them only whoever has the permission everywhere is told. */
type Desk = { permission: Permission } & Place
type Colleagues = Desk | { accountIds: readonly number[] }

/**
 * Tells staff, each in their own inbox, but not who has done it: `doneBy`, or the caller. `permission`: everybody whose
 * desk it is.
 */
export async function notifyStaff(
  ctx: NotifyContext & Pick<Ctx, 'actor'>,
  to: Colleagues,
  what: NewMessage,
  doneBy = ctx.actor.kind === 'anonymous' ? undefined : ctx.actor.accountId,
): Promise<void> {
  const ids = 'accountIds' in to ? to.accountIds : await staffFor(ctx, to)
  if (ids.length === 0) return
  const rows = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.id, [...ids]), eq(account.kind, 'staff')))
    .orderBy(account.id)
  for (const { id } of rows) if (id !== doneBy) await notify(ctx, { ...what, accountId: id })
}

/** Tells all others who have the permission everywhere, administrators too: of what could ruin the association. */
export async function notifyHolders(
  ctx: NotifyContext & Pick<Ctx, 'actor'>,
  permission: Permission,
  what: NewMessage,
): Promise<void> {
  const holders = (await activeStaff(ctx)).filter(({ grants }) => grants.get(permission) === 'everywhere')
  await notifyStaff(ctx, { accountIds: holders.map(({ id }) => id) }, what)
}

/** Staff who hold the permission there; administrators only when nobody else does. */
async function staffFor(ctx: NotifyContext, { permission, ...place }: Desk): Promise<number[]> {
  const staff = await activeStaff(ctx)
  const may = ({ grants }: (typeof staff)[number]) => covers(grants, permission, place)
  const theirs = staff.filter(one => may(one) && !one.roles.includes(ADMIN))
  return (theirs.length > 0 ? theirs : staff.filter(may)).map(({ id }) => id)
}
