import { and, eq, inArray } from 'drizzle-orm'
import { certificate } from '#modules/certificates/server/tables.ts'
import { defineTrainingHistory } from '#modules/personnel/server/history.ts'
import { CONFIRMED, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { resultNames } from '#modules/training/participantWords.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'

/** The courses of a person: what became of each, as far as that is announced. */
defineTrainingHistory(async ({ db, now }, personId) => {
  const rows = await db
    .select({ of: participant, course, status: registration.status, certNo: certificate.number })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .leftJoin(certificate, eq(certificate.id, participant.certificateId))
    .where(
      and(
        eq(participant.personId, personId),
        eq(participant.isActive, true),
        inArray(registration.status, [...CONFIRMED]),
      ),
    )
  return rows.map(
    ({ of: { result, creditedAt }, course: { title, startsOn, endsOn, hours, resultsAt }, status, certNo }) => {
      const isTold = resultsAt !== null && resultsAt <= now && result !== 'none'
      return {
        title,
        startDate: startsOn,
        endDate: endsOn,
        certNo,
        resultName: isTold ? resultNames[result] : enrolmentStatusNames[status],
        hours: creditedAt ? hours : null,
      }
    },
  )
})
