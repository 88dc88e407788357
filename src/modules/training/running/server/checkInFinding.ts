import { and, desc, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays, dayOf, iso, longDay } from '#lib/dates.ts'
import { invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { sessionName } from '#modules/training/attendance.ts'
import { enrolmentStatusNames, HOLDING, isConfirmed } from '#modules/training/enrolmentStatus.ts'
import { attendance, course, participant, registration } from '#modules/training/server/tables.ts'
import type { CheckInCard, checkInContract } from '../checkInContract.ts'
import type { staffRunContract } from '../runContract.ts'
import { comingTo, matchesPerson, sexName } from './roster.ts'
import { checkInDay, named } from './rosterFigures.ts'

type Endpoints = typeof checkInContract
export type CheckInTarget = Parsed<Endpoints['GET /staff/training/checkIn/look']>

/** Finds a participant by the token of the ticket or by id; takes no lock. */
export async function findAttendee({ db }: Pick<Ctx, 'db'>, { token, participantId }: CheckInTarget) {
  if (!token && !participantId) throw invalid('请扫二维码，或选择参加的人')
  const [found] = await db
    .select({ of: participant, registration, course })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .where(token ? eq(participant.token, token) : eq(participant.id, participantId!))
  if (!found) throw notFound(token ? '没有这个二维码，请核对是否为本协会的凭证' : '没有这个人')
  return found
}
export type Attendee = Awaited<ReturnType<typeof findAttendee>>

export const checkInFindingHandlers = {
  /** Card shown at the desk; does not check in. */
  'GET /staff/training/checkIn/look': async (ctx, whom) => toCard(ctx, await findAttendee(ctx, whom), whom),
  /** Today's, and those that begin tomorrow. */
  'GET /staff/training/checkIn/courses': async ctx => {
    const today = dayOf(ctx.now)
    const begins = sql<string>`coalesce(${course.checkInOn}, ${course.startsOn})`
    const rows = await ctx.db
      .select()
      .from(course)
      .where(and(lte(begins, addDays(today, 1)), gte(course.endsOn, today), isNull(course.cancelledAt)))
      .orderBy(begins, course.id)
      .limit(50)
    return rows.map(({ id, title, sessions }) => ({
      id,
      title,
      sessions: sessions.map(one => ({ ...named(one), isToday: one.day === today })),
    }))
  },
  /**
   * Finds people by some digits or a name; without a course, in the courses under way or beginning within seven days.
   */
  'GET /staff/training/checkIn/find': async (ctx, { courseId, key }) => {
    const today = dayOf(ctx.now)
    const isNow = and(gte(course.endsOn, today), lte(course.startsOn, addDays(today, 7)))
    const rows = await ctx.db
      .select({ of: participant, registration, course: { id: course.id, title: course.title } })
      .from(participant)
      .innerJoin(registration, eq(registration.id, participant.registrationId))
      .innerJoin(course, eq(course.id, registration.courseId))
      .where(
        and(
          courseId ? eq(course.id, courseId) : isNow,
          // Includes unpaid registrations, so that the desk can state the reason for refusing.
          inArray(registration.status, HOLDING),
          eq(participant.isActive, true),
          matchesPerson(key),
        ),
      )
      .orderBy(course.startsOn, participant.ticketNumber, participant.id)
      .limit(20)
    return rows.map(({ of, registration, course }) => ({
      id: of.id,
      name: of.name,
      organisationName: registration.organisationName,
      ticketNumber: of.ticketNumber ?? '',
      courseId: course.id,
      courseTitle: course.title,
      isCheckedIn: of.checkedInAt !== null,
    }))
  },
  'GET /staff/training/checkIn/last': async (ctx, { courseId, session }) => {
    const at = session ? attendance.at : participant.checkedInAt
    const rows = await ctx.db
      .select({ of: participant, registration, at, by: session ? attendance.takenBy : participant.checkedInBy })
      .from(participant)
      .innerJoin(registration, eq(registration.id, participant.registrationId))
      .leftJoin(attendance, and(eq(attendance.participantId, participant.id), eq(attendance.session, session ?? '')))
      .where(and(comingTo(courseId), isNotNull(at)))
      .orderBy(desc(at), desc(participant.id))
      .limit(10)
    return rows.map(({ of, registration, at, by }) => ({
      id: of.id,
      name: of.name,
      organisationName: registration.organisationName,
      seat: of.seat,
      at: iso(at!),
      by: by ?? '',
    }))
  },
} satisfies Partial<Handlers<typeof staffRunContract>>

export async function toCard(ctx: Pick<Ctx, 'db' | 'now'>, comer: Attendee, whom: CheckInTarget): Promise<CheckInCard> {
  const { of, registration, course } = comer
  const session = course.sessions.find(({ code }) => code === whom.session)
  const done = whom.session
    ? await readAttendance(ctx, of.id, whom.session)
    : { at: of.checkedInAt, by: of.checkedInBy }
  const { name, ticketNumber, seat, room } = of
  return {
    participantId: of.id,
    courseId: course.id,
    courseTitle: course.title,
    name,
    sexName: sexName(of),
    organisationName: registration.organisationName,
    photoUrl: fileUrl(of.photoId),
    ticketNumber: ticketNumber ?? '',
    seat,
    room,
    ...feeOf(registration),
    doneAt: done.at && iso(done.at),
    doneBy: done.by,
    problem: hindrance(comer, whom) || (done.at ? '' : dayHindrance(comer, whom, dayOf(ctx.now))),
    sessionName: session ? sessionName(session) : '',
  }
}

async function readAttendance({ db }: Pick<Ctx, 'db'>, participantId: number, session: string) {
  const [row] = await db
    .select({ at: attendance.at, by: attendance.takenBy })
    .from(attendance)
    .where(and(eq(attendance.participantId, participantId), eq(attendance.session, session)))
  return row ?? { at: null, by: '' }
}

type Registration = typeof registration.$inferSelect

function feeOf({ totalFee, status }: Registration) {
  const feeOpen = !isConfirmed(status)
  return { feeOpen, feeName: feeOpen ? enrolmentStatusNames[status] : totalFee > 0 ? '费用已清' : '免费' }
}

/** Reasons that do not depend on the day. */
function hindrance({ of, registration, course }: Attendee, { courseId, session }: CheckInTarget): string {
  if (courseId && courseId !== course.id) return `不是本班的人：报的是“${course.title}”`
  if (course.cancelledAt) return '已取消'
  if (!of.isActive) return '已不在名单中，可能已取消或换人'
  if (!isConfirmed(registration.status)) return `报名${enrolmentStatusNames[registration.status]}，尚未确认，不能报到`
  if (!session) return ''
  if (!course.sessions.some(({ code }) => code === session)) return '本班没有这次课'
  return of.checkedInAt ? '' : '尚未报到，请先办理报到'
}

function dayHindrance({ course }: Attendee, { session }: CheckInTarget, today: string): string {
  const taken = course.sessions.find(({ code }) => code === session)
  if (taken) return taken.day > today ? `这次课在 ${longDay(taken.day)}，今天还不能签到` : ''
  if (today < checkInDay(course)) return `报到日是 ${longDay(checkInDay(course))}，今天还不能报到`
  return today > course.endsOn ? `已于 ${longDay(course.endsOn)} 结束` : ''
}
