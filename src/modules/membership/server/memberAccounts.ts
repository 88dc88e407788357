import { eq, or } from 'drizzle-orm'
import { account } from '#modules/accounts/server/tables.ts'
import { member } from './tables.ts'

/** Joins an account to its member. Written as alternatives, so that each uses its own index. */
export const isOfMember = or(eq(account.organisationId, member.organisationId), eq(account.personId, member.personId))!
