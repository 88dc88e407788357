import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'

/** The address of the public page of an organisation; null: it has none, or none that is public. */
type OrgPageFinder = (ctx: Pick<Ctx, 'db' | 'now'>, organisationId: number) => Promise<string | null>

const orgPages = hook<OrgPageFinder>('the public pages of organisations')

/** Called by the module that has such pages. */
export const defineOrgPageFinder = orgPages.define

export const orgPageOf = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  { organisationId }: Pick<Certificate, 'organisationId'>,
) => (organisationId === null ? null : ((await orgPages.find()?.(ctx, organisationId)) ?? null))
