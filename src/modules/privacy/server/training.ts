import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { course } from '#modules/training/courses/server/tables.ts'
import { registrationStatusNames } from '#modules/training/enrolling/registrationStatus.ts'
import { registration } from '#modules/training/enrolling/server/tables.ts'
import { resultNames } from '#modules/training/participants/participantWords.ts'
import { participant } from '#modules/training/participants/server/tables.ts'

/** The classes in which the person of this account takes or took part. */
export async function trainingOf({ db }: Ctx, { personId }: Account) {
  if (personId === null) return []
  const rows = await db
    .select({ participant, registration, course })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .where(eq(participant.personId, personId))
    .orderBy(asc(participant.id))
  return rows.map(
    ({ participant: of, registration: { number, organisationName, status }, course: { title, startsOn } }) => ({
      course: title,
      startsOn,
      registration: number,
      organisationName,
      status: registrationStatusNames[status],
      ticketNumber: of.ticketNumber,
      checkedInAt: of.checkedInAt,
      seat: of.seat,
      result: resultNames[of.result],
      consentAt: of.consentAt,
    }),
  )
}
