import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { employment, organisation } from '#modules/members/server/tables.ts'
import { studyHours } from '#modules/personnel/server/tables.ts'
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

export const studyHoursOf = async ({ db }: Ctx, { personId }: Account) =>
  personId === null
    ? []
    : db
        .select({ title: studyHours.title, hours: studyHours.hours, earnedOn: studyHours.earnedOn })
        .from(studyHours)
        .where(eq(studyHours.personId, personId))
        .orderBy(asc(studyHours.earnedOn))

export const employmentOf = async ({ db }: Ctx, { personId }: Account) =>
  personId === null
    ? []
    : db
        .select({ organisation: organisation.name, fromDay: employment.fromDay, toDay: employment.toDay })
        .from(employment)
        .innerJoin(organisation, eq(organisation.id, employment.organisationId))
        .where(eq(employment.personId, personId))
        .orderBy(asc(employment.fromDay))
