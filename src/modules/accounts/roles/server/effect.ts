import { and, arrayContains, asc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readBranches } from '#modules/accounts/branches/server/branches.ts'
import { account } from '#modules/accounts/server/tables.ts'
import type { rolesContract } from '../contract.ts'
import { beyond, grantsOf, inWords } from './grants.ts'
import { readRoles, withBranches } from './roles.ts'

type Effect = (typeof rolesContract)['GET /staff/role/effect']

/** Who of those that have a role may do more or less, once it is changed like this. */
export async function effectOf(
  ctx: Ctx,
  { id, permissions, provinces, branches, kinds, status }: Parsed<Effect>,
): Promise<Output<Effect>> {
  const roles = await readRoles(ctx)
  const role = roles.find(one => one.id === id)
  if (!role) throw notFound('角色不存在或已删除')
  const typed = { permissions, provinces, kinds, branchIds: branches.map(Number), isRetired: status === 'retired' }
  const changed = withBranches({ ...role, ...typed }, await readBranches(ctx))
  const after = roles.map(one => (one.id === id ? changed : one))
  const holders = await ctx.db
    .select({ id: account.id, name: account.displayName, held: account.roles })
    .from(account)
    .where(and(eq(account.kind, 'staff'), eq(account.status, 'active'), arrayContains(account.roles, [role.code])))
    .orderBy(asc(account.id))
  return holders.flatMap(({ id: holder, name, held }) => {
    const [was, is] = [grantsOf(held, roles), grantsOf(held, after)]
    const [gains, loses] = [inWords(beyond(is, was)), inWords(beyond(was, is))]
    return gains.length + loses.length > 0 ? { id: holder, name, gains, loses } : []
  })
}
