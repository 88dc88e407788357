import { defineOrgPageFinder } from '#modules/certificates/check/server/orgPages.ts'
import { memberIdsOf } from './memberPages.ts'

// Links the certificate check to the public page of the member.
defineOrgPageFinder(async (ctx, organisationId) => {
  const of = { organisationId }
  const memberId = (await memberIdsOf(ctx, [of]))(of)
  return memberId === null ? null : `/admin/publicity/member/${memberId}`
})
