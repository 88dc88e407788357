import { and, eq, gte } from 'drizzle-orm'
import { defineCompanyContacts } from '#modules/accounts/server/companyRecords.ts'
import { contactsOf, mobileOf } from './contacts.ts'
import { handover } from './tables.ts'

/**
 * Provides the contacts of a company to `accounts`, which is below this module, and whether its account was last handed
 * over by a letter.
 */
defineCompanyContacts(async (ctx, { id, organisationId, passwordChangedAt }) => {
  const contacts = organisationId === null ? [] : await contactsOf(ctx, organisationId)
  // An approved letter takes the password away; whoever it names chooses the next one.
  const [letter] = await ctx.db
    .select({ id: handover.id })
    .from(handover)
    .where(and(eq(handover.accountId, id), eq(handover.state, 'approved'), gte(handover.updatedAt, passwordChangedAt)))
    .limit(1)
  return {
    email: contacts.toReversed().find(({ email }) => email)?.email ?? null,
    phones: contacts.flatMap(contact => mobileOf(ctx, contact) ?? []),
    hasLetter: letter !== undefined,
  }
})
