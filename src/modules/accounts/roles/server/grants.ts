import { typedKeys } from '#lib/keys.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Signed } from '#lib/server/api/context.ts'
import { ADMIN, isPermission, type Permission, permissions, provincial } from '../../colleagues/permissions.ts'
import type { StaffRole } from './roles.ts'

/** Of each permission that somebody has, where: everywhere, or in provinces by their codes. */
export type Grants = ReadonlyMap<Permission, 'everywhere' | ReadonlySet<string>>

/** What a role gives to whoever has it. One that is retired gives nothing. */
export function grantsOfRole({ code, permissions: given, provinces, isRetired }: StaffRole): Grants {
  if (code === ADMIN) return new Map(typedKeys(permissions).map(one => [one, 'everywhere']))
  if (isRetired) return new Map()
  const where = provinces.length > 0 ? new Set(provinces) : 'everywhere'
  return new Map(given.filter(isPermission).map(one => [one, where]))
}

/** Who has several roles may do what each of them allows, where it does. */
export function together(all: readonly Grants[]): Grants {
  const sum = new Map<Permission, 'everywhere' | ReadonlySet<string>>()
  for (const grants of all)
    for (const [permission, where] of grants) {
      const before = sum.get(permission)
      const isEverywhere = before === 'everywhere' || where === 'everywhere'
      sum.set(permission, isEverywhere ? 'everywhere' : new Set([...(before ?? []), ...where]))
    }
  return sum
}

export const grantsOf = (held: readonly string[], roles: readonly StaffRole[]): Grants =>
  together(roles.filter(({ code }) => held.includes(code)).map(grantsOfRole))

/** As a request carries them. */
export const asActor = (grants: Grants): Pick<Signed, 'permissions' | 'limited'> => ({
  permissions: [...grants].flatMap(([permission, where]) => (where === 'everywhere' ? permission : [])),
  limited: Object.fromEntries(
    [...grants].flatMap(([permission, where]) => (where === 'everywhere' ? [] : [[permission, [...where].sort()]])),
  ),
})

/** What of these goes beyond those. */
export function beyond(these: Grants, those: Grants): Grants {
  const more = new Map<Permission, 'everywhere' | ReadonlySet<string>>()
  for (const [permission, where] of these) {
    const had = those.get(permission)
    if (had === 'everywhere') continue
    const left = where === 'everywhere' ? where : new Set([...where].filter(province => !had?.has(province)))
    if (left === 'everywhere' || left.size > 0) more.set(permission, left)
  }
  return more
}

/** Whether it is good for a record of that province. */
export function covers(grants: Grants, permission: Permission, province: string | null | undefined): boolean {
  const where = grants.get(permission)
  return where === 'everywhere' || (where?.has(province ?? '') ?? false)
}

/** For people: 查看申请（江苏、浙江）. */
export const inWords = (grants: Grants): string[] =>
  [...grants].map(([permission, where]) =>
    where === 'everywhere' ? permissions[permission] : `${permissions[permission]}（${provinceNames(where)}）`,
  )

export const provinceNames = (codes: Iterable<string>): string => [...codes].map(provinceName).join('、')

/** What of these is the same wherever a record is from. */
export const notProvincial = (chosen: readonly Permission[]): Permission[] =>
  chosen.filter(permission => !provincial.includes(permission))
