import { eq } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { ORGANISATION, PERSON } from '#modules/members/profileRules.ts'
import { organisationValues } from '#modules/members/server/organisations.ts'
import { personValues } from '#modules/members/server/persons.ts'
import { holderOwnFields } from '#modules/ownFields/server/ownFields.ts'
import type { Applicant } from '#modules/review/server/applicationKinds.ts'

/** Organisation or person for which the caller applies. Throws if the profile is incomplete. */
export async function readApplicant(ctx: Ctx) {
  const [of] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  const { kind, organisationId, personId } = of!
  if (organisationId === null && personId === null) throw conflict('请先完善单位或个人资料，再申请入会')
  return kind === 'organisation' ? { organisationId, personId: null } : { organisationId: null, personId }
}

/** Organisations and persons join by forms of their own; each begins with what is known already. */
export const organisationApplicant: Applicant = {
  begin: async ctx => {
    const about = await readApplicant(ctx)
    if (about.organisationId === null) throw conflict('个人账号请申请个人入会')
    return about
  },
  known: async (ctx, { organisationId }) =>
    organisationValues(ctx, organisationId!, await holderOwnFields(ctx, ORGANISATION)),
}
export const personApplicant: Applicant = {
  begin: async ctx => {
    const about = await readApplicant(ctx)
    if (about.personId === null) throw conflict('单位账号请申请单位入会')
    return about
  },
  known: async (ctx, { personId }) => personValues(ctx, personId!, await holderOwnFields(ctx, PERSON)),
}
