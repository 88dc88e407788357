import type { Contract, Endpoint } from '#lib/contract.ts'
import { permissions } from '#modules/accounts/permissions.ts'
import { grantsOfRole } from '../../roles/server/grants.ts'
import { limitsOf, type StaffRole } from '../../roles/server/roles.ts'

/** Builds the matrix of roles and endpoints from the contract that the server enforces. */
export const matrixOf = (sections: Record<string, Contract>, roles: readonly StaffRole[]) => ({
  roles: roles
    .filter(({ isRetired }) => !isRetired)
    .map(role => ({
      code: role.code,
      name: role.name,
      may: [...grantsOfRole(role).keys()],
      limits: limitsOf(role),
    })),
  permissions: Object.entries(permissions).map(([code, name]) => ({ code, name })),
  endpoints: Object.entries(sections).flatMap(([section, contract]) =>
    (Object.entries(contract) as [string, Endpoint][])
      .filter(([, { who }]) => who.startsWith('staff'))
      .flatMap(([key, endpoint]) =>
        byPermission(endpoint).map(({ who, summary, confirm = false }) => ({ key, section, summary, who, confirm })),
      ),
  ),
})

/** A call for several types of record, once for each permission that one of them asks for. */
function byPermission({ byType, ...endpoint }: Endpoint): Omit<Endpoint, 'byType'>[] {
  if (!byType) return [endpoint]
  const types = Object.values(byType)
  const access = Map.groupBy(types, ({ who, confirm = false }) => `${who} ${confirm}`)
  return [...access.values()].map(some => ({
    ...endpoint,
    ...some[0]!,
    summary: `${endpoint.summary}：${some.map(({ called }) => called).join('、')}`,
  }))
}
