import { defineOrganisationPages } from '#modules/posts/server/publicLists.ts'
import { memberIdsOf } from '../register/server/memberPages.ts'

defineOrganisationPages(async (ctx, organisationIds) => {
  const memberIdOf = await memberIdsOf(
    ctx,
    organisationIds.map(organisationId => ({ organisationId })),
  )
  return organisationId => {
    const id = memberIdOf({ organisationId })
    return id === null ? null : `/admin/publicity/member/${id}`
  }
})
