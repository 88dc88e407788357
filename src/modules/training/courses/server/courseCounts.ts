import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { EnrolmentStatus } from '#modules/training/enrolmentStatus.ts'
import { eventKindName } from '#modules/training/kinds/server/eventKinds.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import { isPublished } from './courses.ts'
import { enrolled, statusAt } from './places.ts'
import { endedWithinYear, trained } from './trained.ts'

type QueryCtx = Pick<Ctx, 'db' | 'now'>

/** Counts people checked in to public courses that ended within the last 365 days, once per course. */
export async function countTrained({ db, now }: QueryCtx): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${trained}), 0)`.mapWith(Number) })
    .from(course)
    .where(and(isPublished({ now }), endedWithinYear(now)))
  return row!.count
}

/** Courses that one may apply to now. */
export async function countOpenCourses(ctx: QueryCtx): Promise<number> {
  return ctx.db.$count(course, and(isPublished(ctx), eq(statusAt(ctx.now), 'open')))
}

/** Counts active participants in registrations of the given statuses. */
export const persons = (...statuses: EnrolmentStatus[]) => sql<number>`(
  select count(*) from ${participant} join ${registration} on ${eq(registration.id, participant.registrationId)}
  where ${and(eq(registration.courseId, course.id), inArray(registration.status, statuses), eq(participant.isActive, true))})`

/** Courses with their numbers of people. */
export function readCounted({ db }: Pick<Ctx, 'db'>, where: SQL) {
  const counted = {
    kindName: eventKindName(course.kind),
    enrolled,
    waiting: persons('waiting'),
    unpaid: persons('unpaid'),
  }
  return db
    .select({ ...getTableColumns(course), ...counted })
    .from(course)
    .where(where)
}

export type CountedCourse = Awaited<ReturnType<typeof readCounted>>[number]
