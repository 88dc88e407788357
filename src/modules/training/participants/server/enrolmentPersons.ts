import { and, asc, eq, isNull } from 'drizzle-orm'
import { residentBornOn } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { showPersonsCertificates } from '#modules/certificates/server/register.ts'
import { enterPerson, type Person } from '#modules/members/server/persons.ts'
import { person } from '#modules/members/server/tables.ts'
import { isResident } from '#modules/training/enrolling/server/enrolmentFaults.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { participant } from './tables.ts'

type Participant = typeof participant.$inferSelect

/**
 * Those who take part become persons of the register, found by their identity number. Where the register knows the number
 * under another name nothing of it is touched and the participant stays without a person: the reviewer was told, and
 * whoever issues certificates is. Who works where is not changed by taking part.
 */
export async function enterParticipants(ctx: Ctx, of: Registration): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(participant)
    .where(and(eq(participant.registrationId, of.id), eq(participant.isActive, true), isNull(participant.personId)))
    // In this order everywhere, so that two who confirm the same people at once do not wait for each other.
    .orderBy(asc(participant.idNumberHash))
  for (const row of rows) {
    const personId = row.idNumberHash ? await personIdOf(ctx, of, row) : null
    if (personId !== null) await ctx.db.update(participant).set({ personId }).where(eq(participant.id, row.id))
  }
}

async function personIdOf(ctx: Ctx, of: Registration, row: Participant): Promise<number | null> {
  await lockKey(ctx, `person ${row.idNumberHash}`)
  const [known] = await ctx.db.select().from(person).where(eq(person.idNumberHash, row.idNumberHash!))
  if (!known) return enter(ctx, of, row)
  if (known.name !== row.name) return null
  if (row.consentAt && !known.publicConsentAt) await consent(ctx, known, row)
  return known.id
}

async function enter(ctx: Ctx, of: Registration, row: Participant): Promise<number> {
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
