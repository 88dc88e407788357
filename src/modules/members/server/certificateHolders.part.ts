import { eq } from 'drizzle-orm'
import { defineHolders } from '#modules/certificates/issuing/server/holders.ts'
import { organisation, person } from './tables.ts'

defineHolders(async ({ db, now }, { organisationId, personId }) => {
  if (organisationId) {
    const [of] = await db.select().from(organisation).where(eq(organisation.id, organisationId))
    if (!of) return
    const { name, creditCode, provinceCode } = of
    return {
      holderName: name,
      organisationName: name,
      creditCode,
      provinceCode,
      organisationId,
      personId: null,
      publishedAt: now,
    }
  }
  if (!personId) return
  const [found] = await db
    .select({ of: person, employer: organisation })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .where(eq(person.id, personId))
  if (!found) return
  const { of, employer } = found
  return {
    holderName: of.name,
    organisationName: employer?.name ?? of.employer,
    creditCode: employer?.creditCode,
    organisationId: employer?.id,
    personId,
    provinceCode: of.provinceCode,
    publishedAt: of.publicConsentAt,
  }
})
