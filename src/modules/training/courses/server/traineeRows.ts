import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { organisation } from '#modules/members/server/tables.ts'
import { CONFIRMED } from '#modules/training/enrolmentStatus.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'

/** Participants with their registration, course and the organisation that registered them. */
export const traineesJoined = sql`${participant}
  join ${registration} on ${registration.id} = ${participant.registrationId}
  join ${course} on ${course.id} = ${registration.courseId}
  left join ${organisation} on ${organisation.id} = ${registration.organisationId}`

/** Sure to come: the registration is confirmed, and nobody took this person off it. */
export const isComing = and(inArray(registration.status, CONFIRMED), eq(participant.isActive, true))!

/** Confirmed participants of courses that were not cancelled. */
export const isTrainee = and(isComing, isNull(course.cancelledAt))!

/** Province of whoever registered them. Null: unknown. */
export const traineeProvince = sql<string | null>`coalesce(${registration.provinceCode}, ${organisation.provinceCode})`

const EXAMINED = ['passed', 'failed', 'makeupPassed', 'makeupFailed'] as const
export const wasExamined: SQL = inArray(participant.result, EXAMINED)
export const hasQualified: SQL = inArray(participant.result, ['passed', 'makeupPassed'])
export const hasFailed: SQL = inArray(participant.result, ['failed', 'makeupFailed'])
export const isCredited = sql`${participant.creditedAt} is not null`
export const isCertified = sql`${participant.certificateId} is not null`

/** Checked in, credited with hours or examined: online courses have no check-in. */
export const hasTakenPart = sql`(${participant.checkedInAt} is not null or ${isCredited} or ${wasExamined})`

/** Condition on `course`: somebody took part. */
export const hasAttendance = sql`exists (select from ${participant}
  join ${registration} on ${registration.id} = ${participant.registrationId}
  where ${registration.courseId} = ${course.id} and ${isTrainee} and ${hasTakenPart})`
