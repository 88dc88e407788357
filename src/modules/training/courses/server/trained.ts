import { and, gte, isNull, lt, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'

const YEAR = 365

/** Condition on `course`: it ended within the last 365 days. */
export const endedWithinYear = (now: Date) =>
  and(isNull(course.cancelledAt), gte(course.endsOn, addDays(dayOf(now), -YEAR)), lt(course.endsOn, dayOf(now)))!

/** People checked in to a course, in a row of `course`. */
export const trained = sql<number>`(select count(*) from ${participant}
  join ${registration} on ${registration.id} = ${participant.registrationId}
  where ${registration.courseId} = ${course.id} and ${participant.isActive}
    and ${registration.status} in ('checkedIn', 'finished'))`.mapWith(Number)
