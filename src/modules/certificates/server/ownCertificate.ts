import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from './tables.ts'

/** Returns a certificate of the signed-in organisation or person; throws "not found" for anyone else's. */
export async function ownCertificate(ctx: Ctx, id: number) {
  const isOrganisations = and(
    eq(certificate.organisationId, account.organisationId),
    ne(certificate.register, 'personnel'),
    isNull(certificate.personId),
  )
  const [found] = await ctx.db
    .select({ number: certificate.number, kindName: certificate.kindName, levelName: certificate.levelName })
    .from(certificate)
    .innerJoin(account, or(eq(certificate.personId, account.personId), isOrganisations))
    .where(and(eq(certificate.id, id), eq(account.id, signedInActor(ctx).accountId)))
  if (!found) throw notFound('证书不存在，或不是您的证书')
  return found
}
