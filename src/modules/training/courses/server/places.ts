import { and, count, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { COUNTING, HOLDING } from '#modules/training/enrolmentStatus.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import type { CourseStatus } from '../../courseStatus.ts'

const isTaken = and(inArray(registration.status, HOLDING), eq(participant.isActive, true))

export const enrolled = sql<number>`(
  select count(*) from ${participant} join ${registration} on ${eq(registration.id, participant.registrationId)}
  where ${and(eq(registration.courseId, course.id), isTaken)})`

/** The same of many courses, read at once: of each alone it takes as long as of all where many have just been written. */
export async function placesTaken({ db }: Pick<Ctx, 'db'>, courseIds: number[]): Promise<Map<number, number>> {
  const counted = await db
    .select({ id: registration.courseId, taken: count() })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(and(inArray(registration.courseId, courseIds), isTaken))
    .groupBy(registration.courseId)
  return new Map(counted.map(({ id, taken }) => [id, taken]))
}

/** People who have or wait for each fare of an event, but for one registration; `only`: of some of them. */
export async function fareCounts({ db }: Pick<Ctx, 'db'>, courseId: number, exceptId?: number, only?: SQL) {
  const rows = await db
    .select({ code: participant.fareCode, n: count() })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(
      and(
        eq(registration.courseId, courseId),
        inArray(registration.status, COUNTING),
        eq(participant.isActive, true),
        exceptId === undefined ? undefined : ne(registration.id, exceptId),
        only,
      ),
    )
    .groupBy(participant.fareCode)
  return new Map(rows.map(({ code, n }) => [code, n]))
}

/** `courseStatus` as SQL. Places are counted last, so only of courses that one may apply to. */
export function statusAt(now: Date): SQL<CourseStatus> {
  const today = dayOf(now)
  return sql`case
    when ${course.cancelledAt} <= ${now} then 'cancelled'
    when ${course.resultsAt} <= ${now} then 'announced'
    when ${course.endsOn} < ${today} then 'ended'
    when ${course.startsOn} < ${today} or ${course.startsOn} = ${today} and ${course.applyUntil} < ${now} then 'running'
    when ${now} < ${course.applyFrom} then 'notOpen'
    when ${course.applyUntil} < ${now} then 'closed'
    when ${enrolled} >= ${course.quota} then 'full'
    else 'open' end`
}
