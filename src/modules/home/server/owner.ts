import { eq } from 'drizzle-orm'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { isOfMember } from '#modules/membership/server/memberAccounts.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'

/** Returns the account of the caller with its organisation, person and membership; null where not known yet. */
export async function readOwner(ctx: Ctx) {
  const [found] = await ctx.db
    .select({ account, organisation, person, member, level: memberLevel })
    .from(account)
    .leftJoin(organisation, eq(organisation.id, account.organisationId))
    .leftJoin(person, eq(person.id, account.personId))
    .leftJoin(member, isOfMember)
    .leftJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .where(eq(account.id, signedInActor(ctx).accountId))
  return found!
}
export type Owner = Awaited<ReturnType<typeof readOwner>>
