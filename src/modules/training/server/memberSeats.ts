import { and, count, eq, gte, inArray, lte, ne } from 'drizzle-orm'
import type { Ctx } from '#lib/server/context.ts'
import { HOLDING } from '../registrationStatus.ts'
import { course, participant, registration } from './tables.ts'

type Asked = { organisationId: number; year: string; exceptId?: number }

/** How many places of the courses of a year an organisation holds at the members' price. */
export async function memberSeatsUsed(
  { db }: Pick<Ctx, 'db'>,
  { organisationId, year, exceptId }: Asked,
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .where(
      and(
        ...[eq(registration.organisationId, organisationId), inArray(registration.status, HOLDING)],
        ...[eq(registration.isMember, true), eq(participant.isActive, true)],
        ...[gte(course.startsOn, `${year}-01-01`), lte(course.startsOn, `${year}-12-31`)],
        exceptId ? ne(registration.id, exceptId) : undefined,
      ),
    )
  return row!.n
}
