import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { anonymous, type Ctx } from '#lib/server/api/context.ts'
import { advanceApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import { freePlaces, isBeforeStart, lockCourse } from './enrolmentCourse.ts'
import type { Registration } from './enrolmentRegister.ts'

/**
 * Gives places that are free to who waits, in the order in which they came, and keeps them for the course's `offerDays`.
 * A registration waits as a whole: one that needs more places than are free is passed over and keeps its turn, so that no
 * place lies empty for a group that may never fit. To be called in the transaction of whatever frees places: withdrawn,
 * expired, rejected, refunded, somebody taken off, a higher quota.
 */
export async function offerPlaces(ctx: Ctx, courseId: number): Promise<void> {
  const of = await lockCourse(ctx, courseId)
  if (!isBeforeStart(of, ctx.now)) return
  let free = await freePlaces(ctx, of)
  if (free <= 0) return
  for (const { applicationId, persons } of await readWaiting(ctx, courseId)) {
    if (persons > free) continue
    if (await offerPlacesTo(ctx, applicationId!)) free -= persons
    if (free === 0) return
  }
}

/**
 * Skips an application that its registrant has locked at this moment: they are acting on it, and the next one gets the
 * place.
 */
async function offerPlacesTo(ctx: Ctx, applicationId: number): Promise<boolean> {
  const [held] = await ctx.db
    .select()
    .from(application)
    .where(and(eq(application.id, applicationId), eq(application.state, 'waiting')))
    .for('update', { skipLocked: true })
  if (!held) return false
  const byCalendar = { ...ctx, actor: anonymous, address: '' }
  await advanceApplication(byCalendar, held, { action: 'offer', by: 'calendar', actorName: '系统' })
  return true
}

const inTurn = [asc(registration.queuedAt), asc(registration.id)]

const persons = sql<number>`(select count(*) from ${participant}
  where ${and(eq(participant.registrationId, registration.id), eq(participant.isActive, true))})`

const readWaiting = ({ db }: Pick<Ctx, 'db'>, courseId: number) =>
  db
    .select({ applicationId: registration.applicationId, persons })
    .from(registration)
    .where(and(eq(registration.courseId, courseId), eq(registration.status, 'waiting')))
    .orderBy(...inTurn)

/** Number of people ahead on the waiting list; null if the registration does not wait. */
export async function peopleAhead({ db }: Pick<Ctx, 'db'>, of: Registration): Promise<number | null> {
  if (of.status !== 'waiting' || !of.queuedAt) return null
  const isBefore = or(
    lt(registration.queuedAt, of.queuedAt),
    and(eq(registration.queuedAt, of.queuedAt), lt(registration.id, of.id)),
  )
  return db.$count(
    db
      .select({ id: participant.id })
      .from(participant)
      .innerJoin(registration, eq(registration.id, participant.registrationId))
      .where(
        and(
          eq(registration.courseId, of.courseId),
          eq(registration.status, 'waiting'),
          eq(participant.isActive, true),
          isBefore,
        ),
      )
      .as('before'),
  )
}

/** Daily job: offers places that became free without an event, one transaction per course. */
export async function offerAllPlaces(ctx: Ctx): Promise<void> {
  const courses = await ctx.db
    .selectDistinct({ id: course.id })
    .from(course)
    .innerJoin(registration, and(eq(registration.courseId, course.id), eq(registration.status, 'waiting')))
    .where(and(gt(course.startsOn, dayOf(ctx.now)), isNull(course.cancelledAt)))
  for (const { id } of courses)
    await ctx.db
      .transaction(db => offerPlaces({ ...ctx, db }, id))
      .catch(error => ctx.log.error({ err: error, course: id }, 'places of a course could not be offered'))
}
