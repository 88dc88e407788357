import { randomBytes } from 'node:crypto'
import { and, arrayContains, asc, eq, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import {
  ADMIN,
  byKind,
  isPermission,
  type Permission,
  permissionGroups,
  permissions,
  provincial,
  roleTemplates,
} from '#modules/accounts/permissions.ts'
import { readBranches } from '#modules/accounts/server/branches.ts'
import { noteHandling } from '#modules/accounts/server/handling.ts'
import { account, staffRole } from '#modules/accounts/server/tables.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import type { rolesContract } from '../contract.ts'
import { roleFields } from '../roleForm.ts'
import { grantLabels, grantsOf, grantsOfRole, limitOf, subtractGrants } from './grants.ts'
import { missingGrants, ownGrants, refuseMissingGrants } from './ownGrants.ts'
import { limitsOf, readRoles, type StaffRole, withBranches } from './roles.ts'
import { workKinds } from './workKinds.ts'

const roleForm = bindForm(roleFields([], []), staffRole, {
  branches: {
    read: ({ branchIds }) => branchIds.map(String),
    write: chosen => ({ branchIds: (chosen ?? []).map(Number) }),
  },
  permissions: {
    read: role => role.permissions.filter(isPermission),
    write: chosen => ({ permissions: chosen ?? [] }),
  },
  status: {
    read: ({ isRetired }) => (isRetired ? 'retired' : 'open'),
    write: status => ({ isRetired: status === 'retired' }),
  },
}).besides({ id: true, code: true, sort: true })

/** Form values of a role; the administrator's role shows every permission. */
const valuesOf = (role: StaffRole): FormValues => ({
  ...roleForm.valuesOf(role),
  ...(role.code === ADMIN && { permissions: typedKeys(permissions) }),
})

export const roleDesk = defineSiteRecords<StaffRole, Output<(typeof rolesContract)['GET /staff/role/list']>>({
  objectType: 'staffRole',
  called: '角色',
  who: 'staff:accounts',
  secondPerson: 'roles',
  fields: async ctx => {
    const branches = await readBranches(ctx)
    const choices = branches.map(({ id, name, isRetired }) => ({ code: String(id), name, retired: isRetired }))
    return roleFields(choices, workKinds())
  },
  read: readRoles,
  valuesOf,
  facts: async ctx => {
    const own = await ownGrants(ctx)
    return role => {
      const grants = grantsOfRole({ ...role, isRetired: false })
      return {
        code: role.code,
        permissionNames: [...grants.keys()].map(one => permissions[one]),
        limits: limitsOf(role),
        seesNothing: limitOf(role).provinces?.length === 0,
        isRetired: role.isRetired,
        isFixed: role.code === ADMIN,
        mayGive: subtractGrants(grants, own).size === 0,
      }
    }
  },
  listing: async (_, listRows) => {
    const { fields, ...rest } = await listRows()
    return {
      ...rest,
      // Hides a field without options: most associations have no branches.
      fields: fields.filter(({ options }) => options?.length !== 0),
      templates: Object.entries(roleTemplates).map(([code, { name, may }]) => ({ code, name, permissions: [...may] })),
      groups: permissionGroups.map(({ name, permissions: of }) => ({ name, permissions: [...of] })),
      provincial: [...provincial],
      byKind: [...byKind],
    }
  },
  check,
  write,
  remove: async (ctx, role) => {
    refuseFixed(role)
    await refuseMissingGrants(ctx, grantsOfRole({ ...role, isRetired: false }), '这个角色含有')
    await ctx.db.delete(staffRole).where(eq(staffRole.id, role.id))
  },
  uses: async ctx => {
    const holders = await holdersOf(ctx)
    return ({ code }) => holders.get(code) ?? 0
  },
  pack: { key: 'name', refers: { branches: 'branch' }, omits: ({ code }) => code === ADMIN },
})

const refuseFixed = ({ code, name }: StaffRole) => {
  if (code === ADMIN) throw conflict(`“${name}”有全部权限，不能修改，也不能删除`)
}

async function check(ctx: Ctx, values: FormValues, before: StaffRole | undefined): Promise<FieldErrors> {
  if (before) refuseFixed(before)
  const row = { ...blank, ...before, ...roleForm.rowOf(values), isRetired: false }
  const whole = withBranches(row, await readBranches(ctx))
  if (before) await refuseMissingGrants(ctx, grantsOfRole({ ...before, isRetired: false }), '这个角色含有')
  const same = (await readRoles(ctx)).some(({ id, name }) => id !== before?.id && name === values.name)
  const more = await missingGrants(ctx, grantsOfRole(whole))
  const retired = whole.branches.find(({ id, isRetired }) => isRetired && !before?.branchIds.includes(id))
  const { provinces, kinds } = limitOf(whole)
  const chosen = whole.permissions.filter(isPermission)
  const everywhere = provinces ? chosen.filter(permission => !provincial.includes(permission)) : []
  const ofAllKinds = kinds ? chosen.filter(permission => !byKind.includes(permission)) : []
  const limit = whole.provinces.length > 0 ? 'provinces' : 'branches'
  return {
    ...wrongIf(same, { name: '已有同名的角色' }),
    ...wrongIf(retired !== undefined, { branches: `“${retired?.name}”已停用，不能再选` }),
    ...wrongIf(everywhere.length > 0, {
      [limit]: `${quoted(everywhere)}不分地区，不能与地区限制放在同一个角色里`,
    }),
    ...wrongIf(ofAllKinds.length > 0, { kinds: `${quoted(ofAllKinds)}不分事项，不能与事项限制放在同一个角色里` }),
    ...wrongIf(more.size > 0, { permissions: `不能给出您自己没有的权限：${grantLabels(more).join('、')}` }),
  }
}

const quoted = (these: readonly Permission[]) => these.map(one => `“${permissions[one]}”`).join('、')

const blank: Omit<StaffRole, 'branches'> = {
  id: 0,
  code: '',
  name: '',
  note: '',
  permissions: [],
  provinces: [],
  branchIds: [],
  kinds: [],
  isRetired: false,
  sort: 0,
}

async function write(ctx: Ctx, values: FormValues, before: StaffRole | undefined): Promise<number> {
  const { db } = ctx
  const row = roleForm.rowOf(values)
  if (before) {
    const rolesBefore = await readRoles(ctx)
    await db.update(staffRole).set(row).where(eq(staffRole.id, before.id))
    await recordGains(ctx, before.code, rolesBefore)
    return before.id
  }
  const code = `role-${randomBytes(4).toString('hex')}`
  const sort = sql`(select coalesce(max(sort), -1) + 1 from ${staffRole})`
  const [added] = await db
    .insert(staffRole)
    .values({ ...row, code, sort })
    .returning({ id: staffRole.id })
  return added!.id
}

/** Records the caller as a handler of every account that gains permissions by the change of the role. */
async function recordGains(ctx: Ctx, role: string, rolesBefore: readonly StaffRole[]): Promise<void> {
  const roles = await readRoles(ctx)
  const holders = await ctx.db
    .select({ id: account.id, held: account.roles })
    .from(account)
    .where(and(eq(account.kind, 'staff'), arrayContains(account.roles, [role])))
  for (const { id, held } of holders)
    await noteHandling(ctx, id, [...subtractGrants(grantsOf(held, roles), grantsOf(held, rolesBefore)).keys()])
}

/** Counts the colleagues per role, disabled accounts included. */
async function holdersOf({ db }: Pick<Ctx, 'db'>): Promise<Map<string, number>> {
  const held = db
    .select({ code: sql<string>`unnest(${account.roles})`.as('code') })
    .from(account)
    .where(eq(account.kind, 'staff'))
    .as('held')
  const rows = await db.select({ code: held.code, n: sql<number>`count(*)::int` }).from(held).groupBy(held.code)
  return new Map(rows.map(({ code, n }) => [code, n]))
}

export const roleDeskHandlers = {
  'GET /staff/role/list': ctx => roleDesk.list(ctx),
  'GET /staff/role/effect': effectOf,
  'POST /staff/role/save': roleDesk.save,
  'POST /staff/role/remove': roleDesk.remove,
} satisfies Partial<Handlers<typeof rolesContract>>

type Effect = (typeof rolesContract)['GET /staff/role/effect']

/** Previews a change of a role: who would gain or lose which permissions. */
async function effectOf(
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
    const [gains, loses] = [grantLabels(subtractGrants(is, was)), grantLabels(subtractGrants(was, is))]
    return gains.length + loses.length > 0 ? { id: holder, name, gains, loses } : []
  })
}
