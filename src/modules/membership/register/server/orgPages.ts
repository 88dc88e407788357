import { and, eq } from 'drizzle-orm'
import { findOrgPages } from '#modules/certificates/check/server/orgPages.ts'
import { member } from '#modules/membership/server/tables.ts'
import { isListedOrganisation } from './register.ts'

// Whoever checks a certificate of a member finds its page.
findOrgPages(async (ctx, organisationId) => {
  const [found] = await ctx.db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.organisationId, organisationId), isListedOrganisation(ctx)))
  return found ? `/admin/publicity/member/${found.id}` : null
})
