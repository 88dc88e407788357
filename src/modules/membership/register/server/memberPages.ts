import { and, eq, inArray } from 'drizzle-orm'
import { organisation } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { isListedOrganisation, type ReadContext } from './register.ts'

type OrganisationRow = { organisationId: number | null }

/** Returns a lookup from organisation to its id in the public register; null: it has no public page. */
export async function memberIdsOf(
  ctx: ReadContext,
  rows: readonly OrganisationRow[],
): Promise<(of: OrganisationRow) => number | null> {
  const ids = new Set(rows.flatMap(({ organisationId }) => organisationId ?? []))
  if (ids.size === 0) return () => null
  const found = await ctx.db
    .select({ id: member.id, organisationId: member.organisationId })
    .from(member)
    .where(and(inArray(member.organisationId, [...ids]), isListedOrganisation(ctx)))
  const byOrganisation = new Map(found.map(({ id, organisationId }) => [organisationId, id]))
  return ({ organisationId }) => byOrganisation.get(organisationId) ?? null
}

/** The same of organisations of which only the name is known. */
export async function findMembersByName(ctx: ReadContext, names: readonly string[]): Promise<Map<string, number>> {
  const found = await ctx.db
    .select({ id: member.id, name: organisation.name })
    .from(member)
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(and(inArray(organisation.name, [...new Set(names)]), isListedOrganisation(ctx)))
  return new Map(found.map(({ id, name }) => [name, id]))
}
