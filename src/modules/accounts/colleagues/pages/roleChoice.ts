import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

export type Role = Output<ApiContract['GET /staff/role/list']>['list'][number]

export const assignableRoles = (roles: readonly Role[], held: readonly string[]): Role[] =>
  roles.filter(({ code, isRetired }) => !isRetired || held.includes(code))

/** Summarises a role in one line: its permissions and where they apply. */
export function roleSummary({ isFixed, isRetired, permissionNames, limits, mayGive }: Role): string {
  const what = isFixed ? '全部权限' : permissionNames.join('、')
  const where = limits.length > 0 ? `（限${limits.join('、')}）` : ''
  const more = isRetired ? '；已停用' : mayGive ? '' : '；含有您没有的权限，不能由您指派'
  return what + where + more
}
