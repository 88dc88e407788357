import { asc } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Branch, branchLabel, readBranches } from '#modules/accounts/server/branches.ts'
import { staffRole } from '#modules/accounts/server/tables.ts'
import { kindsLabel, provinceNames } from './grants.ts'

type Row = typeof staffRole.$inferSelect

/** A role, and the branches to which it is limited. */
export type StaffRole = Row & { branches: readonly Branch[] }

export const withBranches = (role: Row, branches: readonly Branch[]): StaffRole => ({
  ...role,
  branches: branches.filter(({ id }) => role.branchIds.includes(id)),
})

/** Returns all roles in their order, retired ones included. */
export async function readRoles({ db }: Pick<Ctx, 'db'>): Promise<StaffRole[]> {
  const [roles, branches] = await Promise.all([
    db.select().from(staffRole).orderBy(asc(staffRole.sort), asc(staffRole.id)),
    readBranches({ db }),
  ])
  return roles.map(role => withBranches(role, branches))
}

/** Returns the limits of a role in words; empty: unlimited. */
export const limitsOf = ({ branches, provinces, kinds }: StaffRole): string[] => [
  ...branches.map(branchLabel),
  ...provinces.map(province => provinceNames([province])),
  ...(kinds.length > 0 ? [kindsLabel(kinds)] : []),
]

export const roleNamesOf = (held: readonly string[], roles: readonly StaffRole[]): string[] =>
  roles.filter(({ code }) => held.includes(code)).map(({ name, isRetired }) => (isRetired ? `${name}（已停用）` : name))
