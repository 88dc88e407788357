import { and, eq, inArray, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { courseStatus } from '#modules/training/courseStatus.ts'
import { HOLDING } from '#modules/training/enrolmentStatus.ts'
import { demandOf } from '#modules/training/kinds/server/eventKinds.ts'
import { course, eventKind, participant, registration } from '#modules/training/server/tables.ts'
import type { EnrolmentSettings } from '../enrolmentForm.ts'

export type Course = typeof course.$inferSelect

/** An event with its kind, and the levels of the certificate that it leads to. */
export async function readEnrolmentCourse({ db }: Pick<Ctx, 'db'>, id: number) {
  const [found] = await db
    .select({ course, kind: eventKind, levels: personnelKind.levels })
    .from(course)
    .innerJoin(eventKind, eq(eventKind.code, course.kind))
    .leftJoin(personnelKind, eq(personnelKind.id, course.personnelKindId))
    .where(eq(course.id, id))
  if (!found) throw notFound('培训班不存在或尚未公布')
  return { ...found, levels: found.levels ?? [] }
}

export type EnrolmentCourse = Awaited<ReturnType<typeof readEnrolmentCourse>>

export const enrolmentSettings = ({ course, kind, levels }: EnrolmentCourse): EnrolmentSettings => ({
  ...demandOf(kind),
  levels: course.levelCode ? [] : levels,
  fares: course.fares.map(({ code, name }) => ({ code, name })),
  asksPhoto: course.asksPhoto,
  asksStay: course.asksStay,
})

/**
 * The row, locked till the transaction ends: whoever else wants its places waits. Always an application first, then its
 * course, then other applications, of which those that somebody holds are passed over: so nobody waits for each other.
 */
export async function lockCourse({ db }: Pick<Ctx, 'db'>, id: number): Promise<Course> {
  const [found] = await db.select().from(course).where(eq(course.id, id)).for('update')
  if (!found) throw notFound('培训班不存在或尚未公布')
  return found
}

/** Places that nobody holds; the course must be locked. */
export async function freePlaces(
  { db }: Pick<Ctx, 'db'>,
  { id, quota }: Pick<Course, 'id' | 'quota'>,
): Promise<number> {
  const held = await db
    .select({ n: sql<number>`count(*)` })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(
      and(eq(registration.courseId, id), inArray(registration.status, [...HOLDING]), eq(participant.isActive, true)),
    )
  return quota - held[0]!.n
}

/** Status by dates alone, ignoring occupancy. */
export const statusByDates = (of: Course, now: Date) => courseStatus({ ...of, enrolled: 0 }, now)

/** True until the day before the course begins, unless it is cancelled. */
export const isBeforeStart = (of: Course, now: Date) => ['notOpen', 'open', 'closed'].includes(statusByDates(of, now))

/** The last day of `days` from now, and never beyond the day before the course begins, unless that is over. */
export function lastDayWithin({ startsOn }: Pick<Course, 'startsOn'>, now: Date, days: number): string {
  const [first] = [addDays(dayOf(now), days), addDays(startsOn, -1)].toSorted()
  return [dayOf(now), first!].toSorted()[1]!
}
