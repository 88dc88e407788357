import { and, asc, eq, isNotNull, ne, notInArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import { registrationStatusNames } from '../registrationStatus.ts'
import { OVER, type Registration } from './enrolmentRegister.ts'
import { registration } from './tables.ts'

/** Those who take part; of what is over, those who would have. */
export async function peopleIn({ db }: Ctx, { id, status }: Pick<Registration, 'id' | 'status'>): Promise<number> {
  const who = eq(participant.registrationId, id)
  return db.$count(participant, OVER.includes(status) ? who : and(who, eq(participant.isActive, true)))
}

/** What the same contact has handed in for the same course: of one that was split, those who wait, or who have a place. */
export async function besidesOf(ctx: Ctx, { id, courseId, contactMobileHash }: Registration) {
  if (contactMobileHash === null) return []
  const found = await ctx.db
    .select()
    .from(registration)
    .where(
      and(
        eq(registration.courseId, courseId),
        eq(registration.contactMobileHash, contactMobileHash),
        ne(registration.id, id),
        isNotNull(registration.number),
        notInArray(registration.status, OVER),
      ),
    )
    .orderBy(asc(registration.id))
    .limit(MOST)
  return Promise.all(
    found.map(async one => ({
      id: one.id,
      regNo: one.number!,
      statusName: registrationStatusNames[one.status],
      personsCount: await peopleIn(ctx, one),
    })),
  )
}

const MOST = 10
