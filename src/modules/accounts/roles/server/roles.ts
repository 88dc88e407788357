import { asc } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { staffRole } from '#modules/accounts/server/tables.ts'

export type StaffRole = typeof staffRole.$inferSelect

/** All of them in their order, those that are retired too. */
export const readRoles = ({ db }: Pick<Ctx, 'db'>): Promise<StaffRole[]> =>
  db.select().from(staffRole).orderBy(asc(staffRole.sort), asc(staffRole.id))

/** As the screens name what somebody has. */
export const roleNamesOf = (held: readonly string[], roles: readonly StaffRole[]): string[] =>
  roles.filter(({ code }) => held.includes(code)).map(({ name, isRetired }) => (isRetired ? `${name}（已停用）` : name))
