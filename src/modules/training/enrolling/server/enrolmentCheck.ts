import { and, eq, inArray } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { HOLDING } from '#modules/training/enrolmentStatus.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import { type Course, freePlaces, lockCourse, statusByDates } from './enrolmentCourse.ts'
import { refuseDuplicates } from './enrolmentDuplicates.ts'
import { participantsIn } from './enrolmentFees.ts'
import { registrationOf } from './enrolmentRegister.ts'
import { refuseSoldOut } from './quotes.ts'
import { offerPlaces } from './waitingList.ts'

type HandedIn = { application: Application; values: FormValues }

/** Checks that the registration is possible. Locks the course, so that the counts stay true. */
export async function checkEnrolment(ctx: Ctx, { application: of, values }: HandedIn): Promise<void> {
  const course = await lockCourse(ctx, of.subjectId!)
  refuseWhenClosed(ctx, course, of)
  const rows = participantsIn(values)
  await refuseDuplicates(ctx, course.id, rows, await registrantIdentity(ctx, of, values))
  await refuseTooMany(ctx, course, of, rows.length)
  await refuseSoldOut(ctx, course, rows, (await registrationOf(ctx, of))?.id)
}

/** Only a visitor's phone is verified, so a member's entry identifies nobody. */
async function registrantIdentity(ctx: Ctx, of: Application, { contactMobile }: FormValues) {
  const { id } = (await registrationOf(ctx, of)) ?? {}
  const mobileHash = of.accountId === null ? ctx.encryption.hash(String(contactMobile)) : null
  return { id, organisationId: of.organisationId, mobileHash }
}

/** Refuses drafts that could not be submitted. */
export function refuseUnlessOpen({ now }: Pick<Ctx, 'now'>, course: Course): void {
  if (!course.publishedAt || course.publishedAt > now) throw notFound('培训班不存在或尚未公布')
  if (statusByDates(course, now) !== 'open') throw conflict(closedSentence(course, now, '报名'))
}

/** Returned registrations may be corrected after the deadline; all others are refused then. */
function refuseWhenClosed(ctx: Ctx, course: Course, { state }: Application): void {
  const status = statusByDates(course, ctx.now)
  if (state === 'draft') refuseUnlessOpen(ctx, course)
  else if (status !== 'open' && !(status === 'closed' && state === 'returned'))
    throw conflict(closedSentence(course, ctx.now, '更正'))
}

/** Why nobody may sign up now, or mend what was handed in. */
function closedSentence(course: Course, now: Date, what: '报名' | '更正'): string {
  switch (statusByDates(course, now)) {
    case 'cancelled':
      return '已取消，不再接受报名'
    case 'notOpen':
      return `报名尚未开始，${minute(iso(course.applyFrom))} 起可以报名`
    case 'closed':
      return `报名已于 ${minute(iso(course.applyUntil))} 截止，不能再${what}；确有需要的，请与协会联系`
    default:
      return `已经开始，不能再${what}；确有需要的，请与协会联系`
  }
}

async function refuseTooMany(ctx: Ctx, course: Course, of: Application, wanted: number): Promise<void> {
  if (wanted > course.quota)
    throw invalid('报名人数超过名额', { participants: `共 ${course.quota} 个名额，现有 ${wanted} 人` })
  const held = await countHeldPlaces(ctx, of)
  if (held === 0 || wanted <= held) return
  if (statusByDates(course, ctx.now) !== 'open')
    throw invalid('报名已截止，不能增加人员', { participants: `报名已截止，最多 ${held} 人，现有 ${wanted} 人` })
  const free = Math.max(0, await freePlaces(ctx, course))
  if (wanted - held <= free) return
  const say = free === 0 ? '名额已满，不能再增加人员' : `名额只剩 ${free} 个，最多还能增加 ${free} 人`
  throw invalid(say, { participants: `${say}，现增加 ${wanted - held} 人` })
}

/** Number of places this registration holds already. */
export const countHeldPlaces = ({ db }: Ctx, { id }: Application): Promise<number> =>
  db.$count(
    db
      .select({ id: participant.id })
      .from(participant)
      .innerJoin(registration, eq(registration.id, participant.registrationId))
      .where(
        and(
          eq(registration.applicationId, id),
          inArray(registration.status, [...HOLDING]),
          eq(participant.isActive, true),
        ),
      )
      .as('held'),
  )

/**
 * Serves the waiting list first; then a registration gets places for all its people or waits as a whole. A returned one
 * keeps its places.
 */
export async function submitOrQueue(ctx: Ctx, { application: of, values }: HandedIn): Promise<'submit' | 'queue'> {
  if (of.state === 'returned') return 'submit'
  await offerPlaces(ctx, of.subjectId!)
  const free = await freePlaces(ctx, await lockCourse(ctx, of.subjectId!))
  return participantsIn(values).length <= free ? 'submit' : 'queue'
}
