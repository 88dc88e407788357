import { and, eq, inArray, sql } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Session, sessionName } from '#modules/training/attendance.ts'
import { courseStatus, statusNames } from '#modules/training/courseStatus.ts'
import { coursePlace } from '#modules/training/courses/coursePlace.ts'
import { passName } from '#modules/training/kinds/eventWords.ts'
import { kindOfCode } from '#modules/training/kinds/server/eventKinds.ts'
import { attendance, participant, registration } from '#modules/training/server/tables.ts'
import type { staffRunContract } from '../runContract.ts'
import { type Course, comingTo, findCourse } from './roster.ts'

export const rosterFiguresHandlers = {
  'GET /staff/training/run': async (ctx, { courseId }) => {
    const of = await findCourse(ctx, courseId)
    const [figures, presentAt] = await Promise.all([countPeople(ctx, of), countPresent(ctx, of)])
    const kind = await kindOfCode(ctx, of.kind)
    const { id, title, hotel, hasExam, asksStay, sessions, ticketsAt } = of
    const status = courseStatus({ ...of, enrolled: 0 }, ctx.now)
    return {
      id,
      title,
      startDate: of.startsOn,
      endDate: of.endsOn,
      checkInDate: checkInDay(of),
      place: placeOf(of),
      hotel,
      statusName: statusNames[status],
      hasExam,
      mayHaveExam: kind.hasExam,
      hasCertificates: kind.hasCertificates,
      people: kind.people,
      pass: passName({ hasExam, words: kind }),
      asksStay,
      ticketsAt: ticketsAt && iso(ticketsAt),
      isCheckInDay: isCheckInDay(of, dayOf(ctx.now)),
      sessions: sessions.map(one => ({ ...named(one), present: presentAt.get(one.code) ?? 0 })),
      figures,
    }
  },
} satisfies Partial<Handlers<typeof staffRunContract>>

export const named = (session: Session) => ({ code: session.code, name: sessionName(session) })

/** First day of check-in. */
export const checkInDay = ({ checkInOn, startsOn }: Pick<Course, 'checkInOn' | 'startsOn'>) => checkInOn ?? startsOn
export const isCheckInDay = (of: Course, today: string) => checkInDay(of) <= today && today <= of.endsOn

/** Place for people who are coming, without the province. */
export const placeOf = ({ city, venue }: Pick<Course, 'city' | 'venue'>) => coursePlace({ city, venue })

async function countPeople({ db, now }: Pick<Ctx, 'db' | 'now'>, of: Course) {
  const count = (condition: unknown) => sql<number>`count(*) filter (where ${condition})`
  const coming = comingTo(of.id)
  const [found] = await db
    .select({
      confirmed: count(coming),
      checkedIn: count(sql`${coming} and ${participant.checkedInAt} is not null`),
      feeOpen: count(inArray(registration.status, ['unpaid', 'paid'])),
      ticketed: count(sql`${coming} and ${participant.ticketNumber} is not null`),
      seated: count(sql`${coming} and ${participant.seat} <> ''`),
      staying: count(sql`${coming} and ${participant.stay} <> 'none'`),
      lodged: count(sql`${coming} and ${participant.stay} <> 'none' and ${participant.room} <> ''`),
    })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(and(eq(registration.courseId, of.id), eq(participant.isActive, true)))
  const { confirmed, checkedIn } = found!
  // Nobody counts as absent before the first day of check-in.
  return { ...found!, absent: checkInDay(of) <= dayOf(now) ? confirmed - checkedIn : 0 }
}

async function countPresent({ db }: Pick<Ctx, 'db'>, { id }: Course): Promise<Map<string, number>> {
  const rows = await db
    .select({ session: attendance.session, present: sql<number>`count(*)` })
    .from(attendance)
    .innerJoin(participant, eq(participant.id, attendance.participantId))
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(comingTo(id))
    .groupBy(attendance.session)
  return new Map(rows.map(({ session, present }) => [session, present]))
}
