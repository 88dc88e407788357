import { typedKeys } from '#lib/keys.ts'
import { provinceName } from '#lib/provinces.ts'
import type { PermissionLimit, SignedInActor } from '#lib/server/api/context.ts'
import { limitCovers, type Place } from '#lib/server/api/permissionLimits.ts'
import { ADMIN, isPermission, type Permission, permissions, withImplied } from '#modules/accounts/permissions.ts'
import { servedBy } from '#modules/accounts/server/branches.ts'
import type { StaffRole } from './roles.ts'
import { kindNames } from './workKinds.ts'

type Where = 'everywhere' | readonly PermissionLimit[]
/** Maps each permission to where it holds: everywhere, or wherever one of its limits matches. */
export type Grants = ReadonlyMap<Permission, Where>

/** Returns the limit of a role: the provinces of its branches and its own, and its kinds of application. */
export function limitOf({ branchIds, branches, provinces, kinds }: StaffRole): PermissionLimit {
  const served = [...new Set([...branches.flatMap(servedBy), ...provinces])]
  return {
    ...(branchIds.length + provinces.length > 0 && { provinces: served }),
    ...(kinds.length > 0 && { kinds }),
  }
}

const isUnlimited = ({ provinces, kinds }: PermissionLimit) => provinces === undefined && kinds === undefined

export function grantsOfRole(role: StaffRole): Grants {
  const { code, permissions: given, isRetired } = role
  if (code === ADMIN) return new Map(typedKeys(permissions).map(one => [one, 'everywhere']))
  if (isRetired) return new Map()
  const limit = limitOf(role)
  return new Map(withImplied(given.filter(isPermission)).map(one => [one, isUnlimited(limit) ? 'everywhere' : [limit]]))
}

/** Merges the grants of several roles: each permission holds wherever one of them grants it. */
export function mergeGrants(all: readonly Grants[]): Grants {
  const sum = new Map<Permission, Where>()
  for (const grants of all)
    for (const [permission, where] of grants) {
      const before = sum.get(permission) ?? []
      const isEverywhere = before === 'everywhere' || where === 'everywhere'
      sum.set(permission, isEverywhere ? 'everywhere' : where.reduce(addLimit, before))
    }
  return sum
}

/** Adds a limit; limits with the same kinds merge into one with the provinces of both. */
function addLimit(limits: readonly PermissionLimit[], one: PermissionLimit): readonly PermissionLimit[] {
  const same = limits.find(({ kinds }) => kinds?.toSorted().join() === one.kinds?.toSorted().join())
  if (!same) return [...limits, one]
  const { provinces: _, ...kinds } = one
  const isAnywhere = same.provinces === undefined || one.provinces === undefined
  const both = [...new Set([...(same.provinces ?? []), ...(one.provinces ?? [])])]
  return limits.map(limit => (limit !== same ? limit : isAnywhere ? kinds : { ...kinds, provinces: both }))
}

export const grantsOf = (held: readonly string[], roles: readonly StaffRole[]): Grants =>
  mergeGrants(roles.filter(({ code }) => held.includes(code)).map(grantsOfRole))

export const asActor = (grants: Grants): Pick<SignedInActor, 'permissions' | 'limited'> => ({
  permissions: [...grants].flatMap(([permission, where]) => (where === 'everywhere' ? permission : [])),
  limited: Object.fromEntries(
    [...grants].flatMap(([permission, where]) => (where === 'everywhere' ? [] : [[permission, where]])),
  ),
})

/** Returns the part of `these` that exceeds `those`. */
export function subtractGrants(these: Grants, those: Grants): Grants {
  const more = new Map<Permission, Where>()
  for (const [permission, where] of these) {
    const had = those.get(permission) ?? []
    if (had === 'everywhere') continue
    const left = where === 'everywhere' ? where : where.flatMap(limit => uncoveredLimits(limit, had))
    if (left.length > 0) more.set(permission, left)
  }
  return more
}

/** Returns the part of a limit that no limit in `had` covers. */
function uncoveredLimits(limit: PermissionLimit, had: readonly PermissionLimit[]): PermissionLimit[] {
  const wider = had.filter(({ kinds }) => !kinds || limit.kinds?.every(kind => kinds.includes(kind)))
  if (wider.some(({ provinces }) => provinces === undefined)) return []
  if (limit.provinces === undefined || wider.length === 0) return [limit]
  const provinces = limit.provinces.filter(province => !wider.some(one => one.provinces?.includes(province)))
  return provinces.length > 0 ? [{ ...limit, provinces }] : []
}

/** Returns true if the permission holds for a record of this province and kind. */
export function covers(grants: Grants, permission: Permission, place: Place): boolean {
  const where = grants.get(permission)
  return where === 'everywhere' || (where?.some(limit => limitCovers(limit, place)) ?? false)
}

/** Returns grants as display texts: 查看申请（江苏、浙江）, 审核申请（江苏，只办入会申请）. */
export const grantLabels = (grants: Grants): string[] =>
  [...grants].map(([permission, where]) =>
    where === 'everywhere'
      ? permissions[permission]
      : `${permissions[permission]}（${where.map(limitLabel).join('；') || '没有地区'}）`,
  )

const limitLabel = ({ provinces, kinds }: PermissionLimit): string =>
  [provinces && (provinceNames(provinces) || '没有地区'), kinds && kindsLabel(kinds)].filter(Boolean).join('，')

export const kindsLabel = (kinds: readonly string[]): string => `只办${kindNames(kinds)}`

export const provinceNames = (codes: Iterable<string>): string => [...codes].map(provinceName).join('、')
