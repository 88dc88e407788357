import { and, asc, eq, exists, gte, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { application } from '#modules/review/server/tables.ts'
import { CONFIRMED } from '#modules/training/enrolmentStatus.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'

type Owner = { id: number; organisationId: number | null; personId: number | null }

/** Matches registrations by this account, for this organisation, or with this person as a participant. */
function isOwn({ db }: Pick<Ctx, 'db'>, { id, organisationId, personId }: Owner): SQL | undefined {
  const comes = db
    .select({ id: participant.id })
    .from(participant)
    .where(
      and(
        eq(participant.registrationId, registration.id),
        eq(participant.personId, personId ?? 0),
        eq(participant.isActive, true),
      ),
    )
  return or(
    eq(application.accountId, id),
    organisationId ? eq(registration.organisationId, organisationId) : undefined,
    personId ? exists(comes) : undefined,
  )
}

/** The courses to come that are sure, and what has still to be paid for; the nearest first. */
export async function readOwnCourseDays(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner) {
  const today = dayOf(ctx.now)
  const rows = await ctx.db
    .select({ registration, course, dueOn: application.dueOn })
    .from(registration)
    .innerJoin(course, eq(course.id, registration.courseId))
    .leftJoin(application, eq(application.id, registration.applicationId))
    .where(
      and(
        isOwn(ctx, owner),
        inArray(registration.status, [...CONFIRMED, 'unpaid', 'offered']),
        gte(course.endsOn, today),
        isNull(course.cancelledAt),
      ),
    )
    .orderBy(asc(course.startsOn), asc(registration.id))
    .limit(100)
  return rows.map(({ registration: { id, number, status }, course: of, dueOn }) => {
    const { title, checkInOn, startsOn, endsOn, city, venue, contactPhone } = of
    const isSure = status !== 'unpaid' && status !== 'offered'
    return {
      registrationId: id,
      number: number ?? '',
      title,
      isSure,
      status,
      ...(isSure
        ? { day: checkInOn ?? startsOn, until: endsOn }
        : { day: dueOn ?? startsOn, until: dueOn ?? startsOn }),
      place: [city, venue].filter(Boolean).join(' '),
      contactPhone,
    }
  })
}
