import { and, count, eq, gte, inArray, lte, ne } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { HOLDING } from '#modules/training/enrolmentStatus.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'

type QueryCtx = Pick<Ctx, 'db'>
type MemberSeatsQuery = { organisationId: number; year: string; exceptId?: number }

/** Counts the places at members' price that an organisation holds in the courses of a year. */
export async function memberSeatsUsed(
  { db }: QueryCtx,
  { organisationId, year, exceptId }: MemberSeatsQuery,
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .where(
      and(
        // Counts by the registrant's organisation: a visitor may type anybody's credit code.
        eq(registration.organisationId, organisationId),
        inArray(registration.status, HOLDING),
        eq(registration.isMember, true),
        eq(participant.isActive, true),
        gte(course.startsOn, `${year}-01-01`),
        lte(course.startsOn, `${year}-12-31`),
        exceptId ? ne(registration.id, exceptId) : undefined,
      ),
    )
  return row!.n
}

/** Returns how many more places at members' price the level includes in the year of this course; null: unlimited. */
export async function memberSeatsLeft(
  ctx: QueryCtx,
  organisationId: number | null,
  { startsOn }: Pick<typeof course.$inferSelect, 'startsOn'>,
  exceptId?: number,
): Promise<number | null> {
  if (organisationId === null) return null
  const [of] = await ctx.db
    .select({ seats: memberLevel.trainingSeats })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .where(eq(member.organisationId, organisationId))
  if (!of || of.seats === null) return null
  const used = await memberSeatsUsed(ctx, { organisationId, year: startsOn.slice(0, 4), exceptId })
  return Math.max(0, of.seats - used)
}
