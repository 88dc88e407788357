import { and, asc, eq, isNull } from 'drizzle-orm'
import { residentBornOn } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { showPersonsCertificates } from '#modules/certificates/server/register.ts'
import { enterPerson, type Person } from '#modules/members/server/persons.ts'
import { person } from '#modules/members/server/tables.ts'
import { participant } from '#modules/training/server/tables.ts'
import { isResident } from './enrolmentFaults.ts'
import type { Registration } from './enrolmentRegister.ts'

type Participant = typeof participant.$inferSelect

/**
 * Links participants to persons of the register by identity number, adding missing persons. If the register has the
 * number under another name, nothing is changed and the participant stays unlinked; the reviewer and the issuer of
 * certificates are warned. Participation does not change a person's employer.
 */
export async function enterParticipants(ctx: Ctx, of: Registration): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(participant)
    .where(and(eq(participant.registrationId, of.id), eq(participant.isActive, true), isNull(participant.personId)))
    // Fixed order, to avoid deadlocks between calls that confirm the same people.
    .orderBy(asc(participant.idNumberHash))
  for (const row of rows) {
    const personId = row.idNumberHash ? await personIdOf(ctx, of, row) : null
    if (personId !== null) await ctx.db.update(participant).set({ personId }).where(eq(participant.id, row.id))
  }
}

async function personIdOf(ctx: Ctx, of: Registration, row: Participant): Promise<number | null> {
  await lockKey(ctx, `person ${row.idNumberHash}`)
  const [known] = await ctx.db.select().from(person).where(eq(person.idNumberHash, row.idNumberHash!))
  if (!known) return registerPerson(ctx, of, row)
  if (known.name !== row.name) return null
  if (row.consentAt && !known.publicConsentAt) await consent(ctx, known, row)
  return known.id
}

async function registerPerson(ctx: Ctx, of: Registration, row: Participant): Promise<number> {
  const idNumber = ctx.encryption.decrypt(row.idNumberSealed!)
  return enterPerson(ctx, {
    name: row.name,
    sex: row.sex,
    idType: row.idType,
    idNumber,
    mobile: row.mobileSealed ? ctx.encryption.decrypt(row.mobileSealed) : undefined,
    bornOn: isResident(row.idType, idNumber) ? residentBornOn(idNumber) : null,
    education: row.education,
    jobTitle: row.jobTitle,
    position: row.position,
    photoId: row.photoId,
    employer: of.creditCode ? of.organisationName : '',
    provinceCode: of.provinceCode,
    publicConsentAt: row.consentAt,
    publicConsentVersion: row.consentVersion,
  })
}

/** Agreed to by this form, and by none before. */
async function consent(ctx: Ctx, { id }: Person, { consentAt, consentVersion }: Participant): Promise<void> {
  await ctx.db
    .update(person)
    .set({ publicConsentAt: consentAt, publicConsentVersion: consentVersion, updatedAt: ctx.now })
    .where(eq(person.id, id))
  await showPersonsCertificates(ctx, id, true)
}
