import { sql } from 'drizzle-orm'
import { member } from '#modules/membership/server/tables.ts'
import { isListedOrganisation, type ReadContext } from './register.ts'

/** Addresses of the public pages of member organisations; persons have none. */
export const memberAddresses = (ctx: ReadContext) =>
  ctx.db
    .select({
      path: sql<string>`'/admin/publicity/member/' || ${member.id}`.as('path'),
      changedAt: sql<Date | null>`${member.updatedAt}`.mapWith(member.updatedAt).as('changed_at'),
    })
    .from(member)
    .where(isListedOrganisation(ctx))
