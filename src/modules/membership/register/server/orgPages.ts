import { findOrgPages } from '#modules/certificates/check/server/orgPages.ts'
import { memberIdsOf } from './memberPages.ts'

// Whoever checks a certificate of a member finds its page.
findOrgPages(async (ctx, organisationId) => {
  const of = { organisationId }
  const memberId = (await memberIdsOf(ctx, [of]))(of)
  return memberId === null ? null : `/admin/publicity/member/${memberId}`
})
