import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import { course } from '../../server/tables.ts'
import { isPublished } from './courses.ts'
import { statusAt } from './places.ts'

type QueryCtx = Pick<Ctx, 'db' | 'now'>

const YEAR = 365

/** Counts people checked in to courses that ended within the last 365 days, once per course. */
export async function countTrained({ db, now }: QueryCtx): Promise<number> {
  const today = dayOf(now)
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .where(
      and(
        inArray(registration.status, ['checkedIn', 'finished']),
        eq(participant.isActive, true),
        isNull(course.cancelledAt),
        gte(course.endsOn, addDays(today, -YEAR)),
        lt(course.endsOn, today),
      ),
    )
  return row!.count
}

/** Courses that one may apply to now. */
export async function countOpenCourses(ctx: QueryCtx): Promise<number> {
  return ctx.db.$count(course, and(isPublished(ctx), eq(statusAt(ctx.now), 'open')))
}
