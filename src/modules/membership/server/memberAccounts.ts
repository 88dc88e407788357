import { eq, or } from 'drizzle-orm'
import { account } from '#modules/accounts/server/tables.ts'
import { member } from './tables.ts'

/** Of an account and a member: it is theirs. Said as alternatives, each is found by an index of its own. */
export const isOfMember = or(eq(account.organisationId, member.organisationId), eq(account.personId, member.personId))!
