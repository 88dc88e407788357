import { eq } from 'drizzle-orm'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { isOfMember } from './memberAccounts.ts'
import { member, memberLevel } from './tables.ts'

/** The caller's row in the register, with its level and certificate. */
export async function ownMember(ctx: Ctx) {
  const [found] = await ctx.db
    .select({ member, level: memberLevel, certificate })
    .from(account)
    .innerJoin(member, isOfMember)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .leftJoin(certificate, eq(certificate.id, member.certificateId))
    .where(eq(account.id, signedInActor(ctx).accountId))
  return found
}
