import type { Ctx } from '#lib/server/api/context.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'

/** The address of the public page of an organisation; null: it has none, or none that is public. */
type OrgPageFinder = (ctx: Pick<Ctx, 'db' | 'now'>, organisationId: number) => Promise<string | null>

let orgPageFinder: OrgPageFinder | undefined

/** Registers the function that finds an organisation's page; called by the module that has such pages. */
export function defineOrgPageFinder(by: OrgPageFinder): void {
  orgPageFinder = by
}

export const orgPageOf = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  { organisationId }: Pick<Certificate, 'organisationId'>,
) => (organisationId === null ? null : ((await orgPageFinder?.(ctx, organisationId)) ?? null))
